import { planFile } from '../../../../src/apply/planFile.ts';

/** Plans a block of code, and returns the changed text of the file, or the reason why the change is unclear. */
export function applied(path: string, text: string, code: string): string {
  const plan = planFile([{ code, info: '', before: '' }], { path, text });
  if (plan.kind === 'unclear') return plan.reason.kind;
  return plan.kind === 'change' ? plan.after : plan.kind;
}
