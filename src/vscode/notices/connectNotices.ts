import * as vscode from 'vscode';
import type { NoticeMessage } from '../../common/protocol/noticeProtocol.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { PanelHandlers } from '../panel/panelHandlers.ts';
import type { OfferedFile } from './offeredFile.ts';
import type { PanelNotices } from './panelNotices.ts';

/** The notices and the offered file above the message box of one panel. */
export interface ConnectedNotices {
  /** Must be called when the panel has become ready. */
  readonly show: () => void;
  readonly handlers: PanelHandlers<NoticeMessage['type']>;
  readonly subscription: vscode.Disposable;
}

export function connectNotices(
  notices: PanelNotices,
  offeredFile: OfferedFile,
  post: (message: ToWebviewMessage) => void,
): ConnectedNotices {
  const showNotices = () => post({ type: 'didChangeNotices', notices: notices.views() });
  const showFile = () => {
    const file = offeredFile.view();
    post({ type: 'didChangeOfferedFile', ...(file && { file }) });
  };
  return {
    show: () => {
      if (notices.views().length > 0) showNotices();
      if (offeredFile.view() !== undefined) showFile();
    },
    handlers: {
      runNotice: async ({ id }) => notices.run(id),
      dismissNotice: ({ id }) => notices.dismiss(id),
      addOfferedFile: async ({ id }) => offeredFile.add(id),
      refuseImage: () =>
        notices.tell({
          id: 'image',
          sentence: () =>
            vscode.l10n.t('Images can’t be sent. Paste the text of the image, or describe what the image shows.'),
          isTemporary: true,
        }),
    },
    subscription: vscode.Disposable.from(notices.onDidChange(showNotices), offeredFile.onDidChange(showFile)),
  };
}
