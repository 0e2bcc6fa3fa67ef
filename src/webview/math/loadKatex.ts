import { element } from '../dom.ts';
import type { RenderFormula } from './renderFormula.ts';

/** Loads KaTeX and its style sheet, which stand beside the panel's script. */
export async function loadKatex(): Promise<RenderFormula> {
  const sheet = element('link', { rel: 'stylesheet', href: new URL('./katex.css', import.meta.url).href });
  const isStyled = new Promise((resolve, reject) => {
    sheet.addEventListener('load', resolve);
    sheet.addEventListener('error', reject);
  });
  document.head.append(sheet);
  const [{ renderFormula }] = await Promise.all([import('./renderFormula.ts'), isStyled]);
  return renderFormula;
}
