import * as l10n from '@vscode/l10n';
import { localDay } from '../../common/localDay.ts';
import type { ToSpendPageMessage } from '../../common/protocol/spendProtocol.ts';
import { announcer } from '../announcer.ts';
import { spendDates } from './spendDates.ts';
import { spendPage } from './spendPage.ts';
import type { SpendState } from './spendState.ts';

l10n.config({ contents: document.body.dataset['l10n'] ?? '{}' });
const vscode = acquireVsCodeApi<SpendState>();
const locale = document.documentElement.lang;
const voice = announcer();
const page = spendPage(
  {
    locale,
    dates: spendDates(locale),
    post: (message) => vscode.postMessage(message),
    announce: voice.announce,
  },
  { load: () => vscode.getState(), save: (state) => vscode.setState(state) },
  localDay(Date.now()),
);
document.body.append(page.element, voice.element);

window.addEventListener('message', ({ data }: MessageEvent<ToSpendPageMessage>) => page.handle(data));
page.start();
