/** Writes received text to disk about once a second while text arrives. */
export interface TextSaver {
  add(text: string): void;
  /** Writes the remaining text at once. Resolves when all added text is written. */
  save(): Promise<void>;
}

/** A crash can lose the text that arrived during about this time before the crash. */
const saveIntervalMilliseconds = 1_000;

export function createTextSaver(write: (text: string) => Promise<void>): TextSaver {
  let unsaved = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const text = unsaved;
    unsaved = '';
    if (text !== '') writing = writing.then(async () => write(text));
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
