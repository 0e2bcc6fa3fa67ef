/** The panel's id in package.json. The id must not change, because users' keybindings contain it. */
export const chatViewId = 'tally.chat';

/** The view type of the Spend page. VS Code stores the type with the open tabs, so the type must not change. */
export const spendPageType = 'tally.spendPage';
