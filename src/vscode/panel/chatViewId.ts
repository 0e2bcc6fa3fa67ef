/** The panel's id in package.json; other people's keybindings rely on it. */
export const chatViewId = 'tally.chat';
