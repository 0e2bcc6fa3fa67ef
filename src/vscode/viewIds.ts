/** The panel's id in package.json. People's keybindings rely on it. */
export const chatViewId = 'tally.chat';

/** The type of the Spend page's tab. VS Code stores it with the open tabs, so it must not change. */
export const spendPageType = 'tally.spendPage';
