import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { WriteDeclinedError, type FileStore } from '../../../../src/common/fileStore.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { startStandIn } from '../../../standIn/standIn.ts';
import { temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import { connectionTo, copyAsKilled, openChat, type OpenChat, type Workspace } from '../openChat.ts';
import { hasArrived, isHeld, pick, toRequest } from './randomRequests.ts';
import { requests, step, type Step } from './randomSteps.ts';
import { createSavedClaims } from './savedClaims.ts';

const operations = [
  'read',
  'readFrom',
  'append',
  'write',
  'rewrite',
  'create',
  'list',
  'stat',
  'move',
  'remove',
] as const satisfies readonly (keyof FileStore)[];

/** Each of `operations` succeeds `after` times together, then fails `times` times, then succeeds again. */
interface Fault {
  readonly operations: readonly (keyof FileStore)[];
  readonly code: string;
  readonly after: number;
  readonly times: number;
}

describe('random conversations on a disk that refuses operations', () => {
  const counter = withTokenCounter();
  const steps = fc.array(step, { minLength: 3, maxLength: 8, size: 'max' });

  const fault = fc.record({
    operations: fc.subarray([...operations], { minLength: 1, maxLength: 3 }),
    code: fc.constantFrom('ENOSPC', 'EACCES', 'EBUSY', 'EIO', 'EMFILE', 'EROFS'),
    after: fc.oneof(fc.constant(0), fc.nat({ max: 12 })),
    times: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 10 }), fc.constant(Infinity)),
  });
  const faults = fc.array(fault, { minLength: 1, maxLength: 5 });

  it('keep all that counted as saved, without gaps, if operations fail once, for a while or for ever', async () => {
    const refused = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, faults, async (all, some) =>
        converse(all, { faults: some, refused, counter: counter() }),
      ),
      { seed: 5, numRuns: 150 },
    );
    assert.deepEqual([...refused].toSorted(), operations.toSorted(), 'Each operation was refused.');
  }).timeout(120_000);
});

interface Circumstances {
  readonly faults: readonly Fault[];
  /** Gets the names of the refused operations. */
  readonly refused: Set<string>;
  readonly counter: TokenCounter;
}

async function converse(steps: readonly Step[], circumstances: Circumstances): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  const disk = createFaultyDisk(circumstances, (clean) => cleanUps.push(clean));
  try {
    const person = await createPerson(circumstances, disk, (clean) => cleanUps.push(clean));
    for (const each of steps) await person.take(each);
    await person.reload();
  } finally {
    disk.heal();
    // The last write of the draft may have been refused.
    for (const clean of cleanUps.reverse()) await ifAccepted(Promise.resolve(clean()));
  }
}

/** Creates a disk with a WriteBuffer before it, as in the extension. `answer` answers the questions of the WriteBuffer. */
function createFaultyDisk({ faults, refused }: Circumstances, cleanUp: CleanUp) {
  const left = faults.map((each) => ({ ...each }));
  let isHealed = false;
  const refuse = (operation: keyof FileStore) => {
    let refusal: string | undefined;
    for (const fault of left) {
      if (isHealed || refusal !== undefined || fault.times === 0 || !fault.operations.includes(operation)) continue;
      if (fault.after > 0) {
        fault.after -= 1;
        continue;
      }
      fault.times -= 1;
      refusal = fault.code;
    }
    if (refusal !== undefined) refused.add(operation);
    return refusal;
  };
  let buffer: WriteBuffer | undefined;
  const disk = {
    answer: 'keep' as 'keep' | 'decline',
    wrap: (files: FileStore): FileStore => {
      const created = new WriteBuffer({
        files: createFaultyStore(files, refuse),
        onDidChange: () => undefined,
        ask: async () => Promise.resolve(disk.answer),
      });
      cleanUp(() => created.dispose());
      buffer = created;
      return created.files;
    },
    /** True if the window says that writes are kept only in memory. */
    isKeeping: () => buffer?.problem !== undefined,
    retry: async () => buffer?.retry(),
    heal: () => {
      isHealed = true;
    },
  };
  return disk;
}

type FaultyDisk = ReturnType<typeof createFaultyDisk>;

async function createPerson({ counter }: Circumstances, disk: FaultyDisk, cleanUp: CleanUp) {
  const standIn = await startStandIn({ usage: 'withheld' });
  cleanUp(async () => standIn.close());
  /** The answer to the next request. It stays if the disk refuses to send the request. */
  let answer: Pick<Step, 'answer' | 'meanwhile'> | undefined;
  const claims = createSavedClaims();
  const sessions = new Set<string>();
  let workspace: Workspace = { folder: await temporaryFolder(cleanUp) };

  const open = async (): Promise<OpenChat> =>
    openChat(cleanUp, workspace, counter, { wrapFiles: disk.wrap, connection: () => connectionTo(standIn) });
  let window = await open();

  const look = () => {
    const { chat, saveErrors } = window;
    sessions.add(chat.session.id);
    // A session that could not be read is shown without its messages.
    const read = [chat.session, ...chat.background].filter(({ allMessages }) => allMessages.length > 0);
    for (const session of read) claims.see(session);
    if (!disk.isKeeping() && saveErrors.length === 0) for (const session of read) claims.save(session);
  };

  const reload = async () => {
    await ifAccepted(window.chat.close());
    await disk.retry();
    await claims.assertSaved(workspace.folder);
    window = await open();
  };

  const kill = async () => {
    const killed = await copyAsKilled(workspace, cleanUp);
    await claims.assertSaved(killed.folder);
    await ifAccepted(window.chat.close());
    workspace = killed;
    window = await open();
  };

  const act = async (action: string, { which }: Step): Promise<unknown> => {
    const { chat, library } = window;
    const id = pick([...sessions], which) ?? chat.session.id;
    const { session } = chat;
    switch (action) {
      case 'reload':
        return reload();
      case 'kill':
      case 'killAndChangeMode':
        return kill();
      case 'stop':
        chat.stop();
        return undefined;
      case 'deleteExchange':
        await session.deleteExchange(pick(session.messages, which)?.id ?? '');
        claims.change(session);
        return undefined;
      case 'undo':
        return session.restoreDeleted(pick(session.deletions.flat(), which) ?? '');
      case 'newSession':
        return chat.newSession();
      case 'openSession':
        return chat.openSession(id);
      case 'deleteSession':
        claims.forget(id);
        return library.delete(id);
      case 'changeMode':
      case 'changePrices':
        return disk.retry();
      default:
        return library.list(() => undefined);
    }
  };

  const request = async (send: () => Promise<boolean>, each: Step) => {
    const before = standIn.requests.length;
    if (answer === undefined)
      standIn.script({ ...each.answer, ...(each.meanwhile && { hold: each.meanwhile.after + 1 }) });
    answer ??= each;
    const { meanwhile } = answer;
    const { chat, until } = window;
    const sent = ifAccepted(send());
    await Promise.race([sent, until(() => standIn.requests.length > before)]);
    const exchange = standIn.requests[before];
    if (exchange !== undefined) answer = undefined;
    if (exchange !== undefined && meanwhile !== undefined && (await isHeld(exchange))) {
      const { session } = chat;
      await until(() => hasArrived(exchange, session.messages));
      look();
      await ifAccepted(act(meanwhile.happens, each));
      const open = [window.chat.session, ...window.chat.background];
      if (meanwhile.happens !== 'stop' && open.includes(session)) exchange.release();
    }
    await sent;
    for (const { closed } of standIn.requests.slice(before)) await closed;
  };

  return {
    reload,
    take: async (each: Step) => {
      disk.answer = each.which % 4 === 0 ? 'decline' : 'keep';
      const does = requests.find((request) => request === each.does);
      const send = does && toRequest(window.chat, does, each);
      if (does === undefined) await ifAccepted(act(each.does, each));
      else await (send && request(send, each));
      look();
    },
  };
}

/** The result of an action. Undefined if the disk refused the action, so that the window has shown an error. */
async function ifAccepted<T>(action: Promise<T>): Promise<T | undefined> {
  return action.catch((error: unknown) => {
    if (error instanceof WriteDeclinedError || (error instanceof Error && /^E[A-Z]+: /.test(error.message)))
      return undefined;
    throw error;
  });
}
