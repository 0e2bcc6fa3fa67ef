import * as l10n from '@vscode/l10n';
import { localDayOf } from '../../common/localDay.ts';
import type { ToSpendPageMessage } from '../../common/protocol/spendProtocol.ts';
import { createAnnouncer } from '../announcer.ts';
import { createSpendDates } from './spendDates.ts';
import { createSpendPage } from './spendPage.ts';
import type { SpendState } from './spendState.ts';

l10n.config({ contents: document.body.dataset['l10n'] ?? '{}' });
const vscode = acquireVsCodeApi<SpendState>();
const locale = document.documentElement.lang;
const announcer = createAnnouncer();
const page = createSpendPage(
  {
    locale,
    dates: createSpendDates(locale),
    post: (message) => vscode.postMessage(message),
    announce: announcer.announce,
  },
  { load: () => vscode.getState(), save: (state) => vscode.setState(state) },
  localDayOf(Date.now()),
);
document.body.append(page.element, announcer.element);

window.addEventListener('message', ({ data }: MessageEvent<ToSpendPageMessage>) => page.handle(data));
page.start();
