import type { Acceptance } from './acceptance.ts';
import { acceptedInApi } from './accepted/api.ts';
import { acceptedInStream } from './accepted/stream.ts';
import { acceptedInChat } from './accepted/chat.ts';
import { acceptedInConversation } from './accepted/conversation.ts';
import { acceptedInCommon } from './accepted/common.ts';
import { acceptedInLedger } from './accepted/ledger.ts';
import { acceptedInLedgerQueries } from './accepted/ledgerQueries.ts';
import { acceptedInMarkdown } from './accepted/markdown.ts';
import { acceptedInMeter } from './accepted/meter.ts';
import { acceptedInNode } from './accepted/node.ts';
import { acceptedInFiles } from './accepted/files.ts';
import { acceptedInSecrets } from './accepted/secrets.ts';
import { acceptedInVscode } from './accepted/vscode.ts';
import { acceptedInWebview } from './accepted/webview.ts';

/**
 * The mutations (small changes of the source code) that may survive, which means that no unit test fails.
 * If one of them survives, `npm run mutate` lists it after the other survivors, with its reason.
 */
export const accepted: readonly Acceptance[] = [
  ...acceptedInApi,
  ...acceptedInStream,
  ...acceptedInChat,
  ...acceptedInConversation,
  ...acceptedInCommon,
  ...acceptedInLedger,
  ...acceptedInLedgerQueries,
  ...acceptedInMarkdown,
  ...acceptedInMeter,
  ...acceptedInNode,
  ...acceptedInFiles,
  ...acceptedInSecrets,
  ...acceptedInVscode,
  ...acceptedInWebview,
];
