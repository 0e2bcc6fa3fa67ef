import { rebaseText } from '../../common/text/rebaseText.ts';
import { editsOf, withAside, withEdits, type Draft } from './draftStore.ts';

/**
 * Applies the changes between `base` and `changed` to `loaded`, which another source may have changed, too. Returns a
 * draft that equals `changed` if `loaded` equals `base`. An element of a list counts as changed if it is another object
 * than in `base`.
 */
export function rebaseDraft(changed: Draft, base: Draft, loaded: Draft): Draft {
  const aside = changed.aside === base.aside ? loaded.aside : changed.aside;
  const draft = {
    ...withAside(loaded, aside ?? ''),
    text: rebaseText(changed.text, base.text, loaded.text),
    attachments: rebaseList(changed.attachments, base.attachments, loaded.attachments, ({ id }) => id),
    queue: rebaseList(changed.queue, base.queue, loaded.queue, ({ id }) => id),
  };
  return withEdits(
    draft,
    rebaseList(editsOf(changed), editsOf(base), editsOf(loaded), ({ sessionId, questionId }) =>
      [sessionId, questionId].join(' '),
    ),
  );
}

/** See `rebaseDraft`. The elements that only `loaded` has follow the others. */
function rebaseList<T>(
  changed: readonly T[],
  base: readonly T[],
  loaded: readonly T[],
  keyOf: (element: T) => string,
): readonly T[] {
  const loadedKeys = new Set(loaded.map(keyOf));
  const knownKeys = new Set([...base, ...changed].map(keyOf));
  return [
    ...changed.filter((each) => !base.includes(each) || loadedKeys.has(keyOf(each))),
    ...loaded.filter((each) => !knownKeys.has(keyOf(each))),
  ];
}
