/** A message from the panel about the notices and the offered file above the message box. */
export type NoticeMessage =
  /** Runs the action of a notice, and removes the notice. */
  | { readonly type: 'runNotice'; readonly id: string }
  | { readonly type: 'dismissNotice'; readonly id: string }
  /** Attaches the offered file. Ignored if another file is offered meanwhile. */
  | { readonly type: 'addOfferedFile'; readonly id: string }
  /** Tells the user why an image that was pasted into the message box is not attached. */
  | { readonly type: 'refuseImage' };

/** The notices above the message box changed. Posted after `ready` if there are notices. */
export interface DidChangeNotices {
  readonly type: 'didChangeNotices';
  readonly notices: readonly PanelNoticeView[];
}

export interface PanelNoticeView {
  readonly id: string;
  readonly sentence: string;
  readonly isWarning: boolean;
  /** The label of the notice's button. Undefined if there is nothing to do. */
  readonly action?: string;
}

/** The offered file changed. Posted after `ready` if a file is offered. */
export interface DidChangeOfferedFile {
  readonly type: 'didChangeOfferedFile';
  readonly file?: OfferedFileView;
}

/** The file in the active editor, which the user can attach with a click. Nothing is sent before. */
export interface OfferedFileView {
  readonly id: string;
  /** The path of the file, such as `src/main.ts`. */
  readonly label: string;
  /** The size of the file as an attachment, such as `≈230 tokens`. */
  readonly tokens: string;
  /** The price of the file as an attachment, such as `≈$0.0005`. */
  readonly price: string;
}
