import type { FormWriter } from './form.ts';

const maxLines = 600;

export const writeWholeFile: FormWriter = ({ after }) =>
  after.length > maxLines ? undefined : { codes: [after.join('\n')], details: [] };
