/** What each setting is until the person changes it, by its name without `tally.`; the manifest says the same. */
export const settingDefaults = {
  baseUrl: '',
  accountUrl: '',
  'prices.input': 2,
  'prices.cachedInput': 0.25,
  'prices.output': 8,
  'budget.daily': 0,
  'budget.session': 0,
  'budget.confirmAbove': 0,
  prompts: [],
  'conversation.mode': 'session',
  'request.extraBody': {},
  'network.transport': 'auto',
  'timeout.firstByte': 40,
  'timeout.idle': 40,
  'chat.sendKey': 'enter',
  'chat.scroll': 'follow',
} as const;
