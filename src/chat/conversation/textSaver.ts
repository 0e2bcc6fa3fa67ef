/** Keeps received text from being in memory only. */
export interface TextSaver {
  add(text: string): void;
  /** Resolves when all that was added has been written. */
  save(): Promise<void>;
}

/** How long received text may be in memory only. */
const saveIntervalMilliseconds = 1_000;

/** Gathers text and saves it about every second while some is unsaved. */
export function createTextSaver(write: (text: string) => Promise<void>): TextSaver {
  let unsaved = '';
  let timer: NodeJS.Timeout | undefined;
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
