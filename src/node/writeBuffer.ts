import { createKeyedQueue } from '../common/async/keyedQueue.ts';
import {
  WriteDeclinedError,
  type AppendOptions,
  type FileFacts,
  type FileStore,
  type WriteOptions,
} from '../common/fileStore.ts';

export interface WriteBufferDependencies {
  readonly files: FileStore;
  /** Called when `problem` becomes undefined, is no longer undefined, or becomes an error with another code. */
  readonly onDidChange: () => void;
  /**
   * Asks the user what to do with a refused write. After the answer `keep`, it is not called again until all kept
   * writes have succeeded or are discarded.
   */
  readonly ask: (error: Error) => Promise<RefusalAnswer>;
}

/** `keep`: keep the write in memory. `retry`: write again. `decline`: reject with a WriteDeclinedError. */
export type RefusalAnswer = 'keep' | 'retry' | 'decline';

interface KeptWrite {
  readonly kind: 'append' | 'write' | 'create';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isOutdatedBy?: WriteOptions['isOutdatedBy'];
  readonly repeatIfReplaced?: boolean;
}

/** The wait before kept writes are repeated, in milliseconds. Doubles after each failure. */
const firstDelay = 2_000;
const longestDelay = 15_000;

/**
 * Keeps writes in memory while the disk refuses them, for example because the disk is full or read-only. Repeats the
 * kept writes of a file in their order until they succeed: before each later write to the file, and at intervals.
 */
export class WriteBuffer {
  /**
   * The store with the kept writes: its files have the content that they will have when all writes have succeeded. A
   * file with kept writes cannot be moved or rewritten before these writes have succeeded.
   */
  readonly files: FileStore;
  readonly #dependencies: WriteBufferDependencies;
  readonly #kept = new Map<string, KeptWrite[]>();
  /** Runs the operations on a file one after the other. */
  readonly #inOrder = createKeyedQueue();
  #problem: Error | undefined;
  /** The current question to the user, or the answer `keep`. */
  #answer: Promise<RefusalAnswer> | undefined;
  /** The number of running calls of `whilePaused`. */
  #pauses = 0;
  #delay = firstDelay;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: WriteBufferDependencies) {
    this.#dependencies = dependencies;
    this.files = this.#createFiles(dependencies.files);
  }

  /** The error of the last refused write, or undefined if no writes are kept. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /**
   * Repeats the kept writes now. For each file, stops at the first write that is refused again. Does nothing while
   * `whilePaused` runs. Never rejects.
   */
  async retry(): Promise<void> {
    if (this.#pauses > 0) return;
    const writing = [...this.#kept.keys()].map(async (name) =>
      this.#inOrder(name, async () => this.#writeKept(name)).catch(() => undefined),
    );
    await Promise.all(writing);
  }

  /**
   * Calls `action` when the running operations on the files with kept writes have ended, and resolves or rejects as
   * `action` does. Until then, repeats kept writes only before a later write to the same file.
   */
  async whilePaused<T>(action: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#settle();
      return await action();
    } finally {
      this.#pauses -= 1;
      if (this.#kept.size > 0) this.#scheduleRetry();
    }
  }

  /** Forgets all kept writes. They are lost. Resolves when the running operations on their files have ended. */
  async discard(): Promise<void> {
    await this.#settle((name) => this.#forget(name));
  }

  /** Ends the repetition at intervals. */
  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** For each file with kept writes, calls `onSettled` when the running operations on the file have ended. */
  async #settle(onSettled: (name: string) => void = () => undefined): Promise<void> {
    await Promise.all(
      [...this.#kept.keys()].map(async (name) =>
        this.#inOrder(name, async () => Promise.resolve()).then(() => onSettled(name)),
      ),
    );
  }

  #createFiles(files: FileStore): FileStore {
    return {
      read: async (name) => this.#read(name),
      readFrom: async (name, offset, length = Infinity) => {
        if (!this.#kept.has(name)) return files.readFrom(name, offset, length);
        return Buffer.from((await this.#read(name)) ?? '').subarray(offset, offset + length);
      },
      append: async (name, text, options) => {
        const write = async () => files.append(name, text, options);
        await this.#writeOrKeep(name, 'append', text, options, write);
      },
      write: async (name, text, options) => {
        const write = async () => files.write(name, text, options);
        await this.#writeOrKeep(name, 'write', text, options, write);
      },
      rewrite: async (name, change) =>
        this.#inOrder(name, async () => {
          await this.#writeKept(name);
          await files.rewrite(name, change);
        }),
      create: async (name, text, options) => {
        if (this.#kept.has(name)) return false;
        const create = async () =>
          files.create(name, text, options).catch(async (error: unknown) => {
            // On a read-only disk, `files.create` rejects even if the file exists.
            if ((await files.read(name)) !== undefined) return false;
            throw error;
          });
        return (await this.#writeOrKeep(name, 'create', text, options, create)) ?? true;
      },
      list: async (folder) => {
        const names = await files.list(folder);
        return [...new Set([...names, ...this.#keptIn(folder).map(({ base }) => base)])];
      },
      stat: async (folder, ending) => this.#stat(folder, ending),
      move: async (name, newName, options) =>
        this.#inOrder(name, async () => {
          await this.#writeKept(name);
          return files.move(name, newName, options);
        }),
      remove: async (name) =>
        this.#inOrder(name, async () => {
          await files.remove(name);
          this.#forget(name);
        }),
    };
  }

  /**
   * Repeats the kept writes of the file. Then calls `write`, and returns its result. If the disk refuses any of these
   * writes, `ifRefused` and the user's answer decide: the method keeps the new write in memory and returns undefined,
   * tries all of these writes again, or rejects.
   */
  async #writeOrKeep<T>(
    name: string,
    kind: KeptWrite['kind'],
    text: string,
    options: AppendOptions = {},
    write: () => Promise<T>,
  ): Promise<T | undefined> {
    const { ifRefused = 'reject', flush, ...kept } = options;
    return this.#inOrder(name, async () => {
      for (;;) {
        try {
          await this.#writeKept(name);
          return await write();
        } catch (error) {
          if (ifRefused === 'reject' || !isRefusal(error)) throw error;
          const answer = ifRefused === 'keep' ? 'keep' : await this.#ask(error);
          if (answer === 'decline')
            throw new WriteDeclinedError('The user declined to continue without saving.', { cause: error });
          if (answer === 'retry') continue;
          this.#keep(name, { kind, text, at: Date.now(), ...kept }, error);
          return undefined;
        }
      }
    });
  }

  /** Repeats the kept writes of a file. Rejects if the disk refuses one of them again. */
  async #writeKept(name: string): Promise<void> {
    const { files } = this.#dependencies;
    const writes = this.#kept.get(name) ?? [];
    try {
      for (let next = writes[0]; next !== undefined; next = writes[0]) {
        // If another process has created the file, the kept writes no longer apply.
        if (next.kind === 'create' && !(await files.create(name, next.text))) break;
        const { repeatIfReplaced = false, isOutdatedBy } = next;
        if (next.kind === 'append') await files.append(name, next.text, { flush: true, repeatIfReplaced });
        const text = isOutdatedBy && (await files.read(name));
        if (next.kind === 'write' && !isOutdated(next, text)) await files.write(name, next.text);
        writes.shift();
      }
    } catch (error) {
      if (isRefusal(error)) this.#setProblem(error);
      throw error;
    }
    this.#forget(name);
  }

  #keep(name: string, write: KeptWrite, error: Error): void {
    const writes = this.#kept.get(name) ?? [];
    const last = writes.at(-1);
    const isCreated = writes.some(({ kind }) => kind === 'create');
    const isSame = write.kind === last?.kind && write.repeatIfReplaced === last.repeatIfReplaced;
    if (write.kind === 'append' && isSame) writes[writes.length - 1] = { ...write, text: last.text + write.text };
    else if (write.kind === 'write' && !isCreated) writes.splice(0, Infinity, write);
    else writes.push(write);
    this.#kept.set(name, writes);
    this.#setProblem(error);
  }

  #forget(name: string): void {
    if (!this.#kept.delete(name) || this.#kept.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#delay = firstDelay;
    this.#problem = undefined;
    this.#answer = undefined;
    this.#dependencies.onDidChange();
  }

  #setProblem(error: Error): void {
    const isNew = this.#problem === undefined || codeOf(this.#problem) !== codeOf(error);
    this.#problem = error;
    this.#scheduleRetry();
    if (isNew) this.#dependencies.onDidChange();
  }

  #scheduleRetry(): void {
    if (this.#pauses > 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#delay = Math.min(this.#delay * 2, longestDelay);
      void this.retry();
    }, this.#delay);
  }

  async #ask(error: Error): Promise<RefusalAnswer> {
    this.#answer ??= this.#dependencies.ask(error);
    const answer = await this.#answer;
    if (answer !== 'keep') this.#answer = undefined;
    return answer;
  }

  async #read(name: string): Promise<string | undefined> {
    const { files } = this.#dependencies;
    if (!this.#kept.has(name)) return files.read(name);
    return this.#inOrder(name, async () => {
      let text = await files.read(name);
      for (const write of this.#kept.get(name) ?? []) {
        if (write.kind === 'append') text = (text ?? '') + write.text;
        else if (write.kind === 'write') text = isOutdated(write, text) ? text : write.text;
        else text ??= write.text;
      }
      return text;
    });
  }

  async #stat(folder: string, ending: string): Promise<readonly FileFacts[]> {
    const facts = await this.#dependencies.files.stat(folder, ending);
    const kept = this.#keptIn(folder).filter(({ base }) => base.endsWith(ending));
    const changed = await Promise.all(
      kept.map(async ({ name, base, modifiedAt }) => {
        const size = Buffer.byteLength((await this.#read(name)) ?? '');
        return { name: base, size, modifiedAt };
      }),
    );
    return [...facts.filter(({ name }) => kept.every(({ base }) => base !== name)), ...changed];
  }

  /** Returns the files that have kept writes and are directly in `folder`. */
  #keptIn(folder: string) {
    return [...this.#kept].flatMap(([name, writes]) => {
      const slash = name.lastIndexOf('/');
      if (name.slice(0, Math.max(0, slash)) !== folder) return [];
      return [{ name, base: name.slice(slash + 1), modifiedAt: writes.at(-1)?.at ?? 0 }];
    });
  }
}

/** @param text the current text of the file, or undefined if the file does not exist */
function isOutdated({ isOutdatedBy }: KeptWrite, text: string | undefined): boolean {
  return text !== undefined && isOutdatedBy?.(text) === true;
}

/** Returns true for an error of the operating system, such as ENOSPC. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^E[A-Z0-9]+$/.test(codeOf(error) ?? '');
}

function codeOf(error: Error): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
