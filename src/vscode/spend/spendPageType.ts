/** The kind of the Spend page's tab. VS Code keeps it with open tabs. */
export const spendPageType = 'tally.spendPage';
