/**
 * The panel's id in package.json. VS Code derives the command `tally.chat.focus` from the id, and users' key bindings
 * may contain this command. Therefore, the id must not change.
 */
export const chatViewId = 'tally.chat';

/** The view type of the chat in an editor tab. VS Code stores the type with the open tabs, so the type must not change. */
export const chatEditorType = 'tally.chatEditor';

/** The view type of the Spend page. VS Code stores the type with the open tabs, so the type must not change. */
export const spendPageType = 'tally.spendPage';
