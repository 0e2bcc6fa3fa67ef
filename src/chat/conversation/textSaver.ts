/** Writes received text to disk about once a second while text arrives. */
export interface TextSaver {
  add(text: string): void;
  /** Writes the remaining text at once. Resolves when all added text is written. */
  save(): Promise<void>;
}

/** The wait before received text is written. A crash can lose the text that arrived during this wait. */
const saveIntervalMilliseconds = 1_000;

/**
 * Creates a TextSaver that passes each piece of the text to `write`, in order. `start` is the total length of the
 * earlier pieces, in UTF-16 code units.
 */
export function createTextSaver(write: (text: string, start: number) => Promise<void>): TextSaver {
  let unsaved = '';
  let savedLength = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const text = unsaved;
    unsaved = '';
    if (text !== '') {
      const start = savedLength;
      savedLength += text.length;
      writing = writing.then(async () => write(text, start));
    }
    return writing;
  };

  return {
    add(text: string) {
      unsaved += text;
      timer ??= setTimeout(() => void save(), saveIntervalMilliseconds);
    },
    save,
  };
}
