import type { Acceptance } from './acceptance.ts';
import { acceptedInApi } from './accepted/api.ts';
import { acceptedInChat } from './accepted/chat.ts';
import { acceptedInCommon } from './accepted/common.ts';
import { acceptedInMeter } from './accepted/meter.ts';
import { acceptedInVscode } from './accepted/vscode.ts';
import { acceptedInWebview } from './accepted/webview.ts';

/** Surviving mutants that need no test. `npm run mutate` lists them after the other survivors, with the reason. */
export const accepted: readonly Acceptance[] = [
  ...acceptedInApi,
  ...acceptedInChat,
  ...acceptedInCommon,
  ...acceptedInMeter,
  ...acceptedInVscode,
  ...acceptedInWebview,
];
