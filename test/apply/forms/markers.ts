import { isPython, type Language } from '../languages.ts';
import type { Random } from '../random.ts';

/** The place of the elided lines in the fragment. */
export type ElidedPlace = 'before' | 'between' | 'after';

const anywhere = [
  '... existing code ...',
  '... existing code ...',
  '...',
  '… existing code …',
  '... (existing code) ...',
  '... unchanged ...',
  '(unchanged)',
  'existing code remains the same',
  '[existing code]',
  '... keep existing code ...',
  '... same as before ...',
];

const atPlace: Readonly<Record<ElidedPlace, readonly string[]>> = {
  before: ['... previous code ...', '... existing code above ...', '...'],
  between: ['... other code ...', '... code in between stays the same ...', '...'],
  after: [
    '... rest of the code ...',
    '… rest unchanged',
    'rest of the code remains the same',
    '... remaining code unchanged',
  ],
};

/** Draws the comment that stands for elided lines, for one reply. The texts may differ by place. */
export function drawMarkers(language: Language, rest: string, random: Random): (place: ElidedPlace) => string {
  const comment = drawComment(language, random);
  const common = random.pick(anywhere);
  const isSame = random.chance(0.6);
  const texts: Readonly<Record<ElidedPlace, string>> = {
    before: random.pick(atPlace.before),
    between: random.pick(atPlace.between),
    after: random.chance(0.5) ? `... rest of the ${rest} ...` : random.pick(atPlace.after),
  };
  if (!isPython(language) && random.chance(0.08)) return () => '...';
  return (place) => comment(isSame ? common : texts[place]);
}

function drawComment(language: Language, random: Random): (text: string) => string {
  if (isPython(language)) return (text) => `# ${text}`;
  return random.chance(0.85) ? (text) => `// ${text}` : (text) => `/* ${text} */`;
}
