import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { ConversationMode } from '../../../../src/chat/messages/message.ts';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import type { TokenRatios, TokenSample } from '../../../../src/meter/tokenRatio.ts';
import { countMessages, replyOverhead, type Message } from '../../../standIn/conversation.ts';
import { fillerOf } from '../../../standIn/filler.ts';
import type { Script } from '../../../standIn/script.ts';
import { startStandIn, type StandIn, type StandInOptions } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { defaultRatios } from '../../meter/defaultRatios.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

const actions = ['ask', 'askRefused', 'askCut', 'retry', 'delete', 'reload', 'changeService', 'changeMode'] as const;

describe('a session with two services', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const refused: Script = { fault: { kind: 'status', status: 401 } };

  for (const { how, refuse } of [
    { how: 'refuses a request', refuse: async () => Promise.resolve() },
    { how: 'cannot be reached', refuse: async (user: User) => user.closeService() },
  ]) {
    it(`keeps the history at the first service, even after a reload, when the second service ${how}`, async () => {
      const user = await createUser(cleanUp, counter());
      await user.ask(fillerOf(300));
      const before = [user.history(), await user.price('Next')];
      user.changeService();
      await refuse(user);
      await user.ask('Are you there?', refused);
      user.changeService();
      assert.deepEqual([user.history(), await user.price('Next')], before);
      await user.reload();
      assert.deepEqual([user.history(), await user.price('Next')], before);
      await user.ask('Next');
    });
  }

  it('learns no input factor from a request whose history was sent in earlier requests', async () => {
    const user = await createUser(cleanUp, counter(), { usage: 'reported' });
    await user.ask(fillerOf(300));
    user.changeService();
    await user.ask('Are you there?', refused);
    user.changeService();
    const before = user.samples.length;
    await user.ask('Next');
    assert.deepEqual(
      user.samples.slice(before).map(({ kind }) => kind),
      ['output'],
    );
  });

  it('quotes the conversation after a change of the mode from "messages" to "session"', async () => {
    const user = await createUser(cleanUp, counter());
    user.changeMode();
    await user.ask('My name is Ada.');
    user.changeMode();
    await user.ask('What is my name?');
    assert.match(user.sent(), /My name is Ada\./);
    user.assertHistories();
    await user.ask('And now?');
    assert.equal(user.sent(), 'And now?');
    user.assertHistories();
  });

  it('books an input bound that contains the tokens that the service read, for random actions', async () => {
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.constant('ask' as const) },
      { weight: 3, arbitrary: fc.constant('changeService' as const) },
      { weight: 6, arbitrary: fc.constantFrom(...actions) },
    );
    const step = fc.record({ action, tokens: fc.integer({ min: 1, max: 200 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
        const cleanUps: (() => unknown)[] = [];
        try {
          const user = await createUser((clean) => cleanUps.push(clean), counter());
          for (const each of steps) {
            await take(user, each);
            user.assertHistories();
          }
        } finally {
          for (const clean of cleanUps.reverse()) await clean();
        }
      }),
      // A fixed seed, so that a failure is reproducible.
      { seed: 5, numRuns: 40 },
    );
  }).timeout(120_000);
});

type User = Awaited<ReturnType<typeof createUser>>;

interface Step {
  readonly action: (typeof actions)[number];
  /** The length of the question and of the reply. */
  readonly tokens: number;
}

async function take(user: User, { action, tokens }: Step): Promise<void> {
  switch (action) {
    case 'ask':
      return user.ask(fillerOf(tokens), { tokens });
    case 'askRefused':
      return user.ask(fillerOf(tokens), { fault: { kind: 'status', status: 401 } });
    case 'askCut':
      return user.ask(fillerOf(tokens), { tokens, fault: { kind: 'cut', afterBytes: 600, how: 'fin' } });
    case 'retry':
      return user.retry({ tokens });
    default:
      return user[action]();
  }
}

/** Simulates a user with one session and two services. The session begins at the first service in mode "session". */
async function createUser(cleanUp: CleanUp, counter: TokenCounter, options: StandInOptions = {}) {
  const start = async () => {
    const standIn = await startStandIn({ usage: 'withheld', ...options });
    cleanUp(async () => standIn.close());
    return standIn;
  };
  const services = [await start(), await start()] as const;
  let service: StandIn = services[0];
  let mode: ConversationMode = 'session';
  const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
  const samples: TokenSample[] = [];
  const learn: TokenRatios['learn'] = async (_, learned) => {
    samples.push(...learned);
    return Promise.resolve();
  };
  const open = async () =>
    openChat(cleanUp, workspace, counter, {
      connection: () => connectionTo(service),
      options: {
        get mode() {
          return mode;
        },
      },
      ratios: { ...defaultRatios, learn },
    });
  let window = await open();

  /** Sends a request, and checks that the booked input is not less than the billed input. */
  const send = async (script: Script, request: () => Promise<unknown>) => {
    service.script(script);
    const before = service.requests.length;
    await request();
    const exchange = service.requests[before];
    await exchange?.closed;
    const { prompt = 0 } = exchange?.debit ?? {};
    const { inputTokens = 0 } = window.lastReply().cost ?? {};
    assert.ok(prompt <= inputTokens, `${prompt} is more than ${inputTokens}`);
  };

  return {
    samples,
    history: () => window.chat.session.history,
    price: async (text: string) => (await window.chat.session.estimateNext([text]))[0]!,
    ask: async (text: string, script: Script = {}) => send(script, async () => window.chat.submitDraft(text)),
    retry: async (script: Script) => {
      const reply = window.chat.session.messages.findLast(({ kind }) => kind === 'reply');
      if (reply !== undefined) await send(script, async () => window.chat.retry(reply.id));
    },
    delete: async () => window.chat.session.deleteExchange(window.chat.session.messages[0]?.id ?? ''),
    reload: async () => {
      await window.chat.close();
      window = await open();
    },
    changeService: () => {
      service = service === services[0] ? services[1] : services[0];
    },
    changeMode: () => {
      mode = mode === 'session' ? 'messages' : 'session';
    },
    closeService: async () => service.close(),
    /** Returns the last message of the last request to the current service. */
    sent: () => {
      const body = service.requests.at(-1)?.body ?? '';
      return (JSON.parse(body) as { messages: readonly Message[] }).messages.at(-1)?.content ?? '';
    },
    /** Checks the history at each service against the conversation that the service keeps. */
    assertHistories: () => {
      const { session } = window.chat;
      const current = service;
      for (const each of services) {
        service = each;
        const kept = countMessages(each.conversation(session.id));
        const { least, most } = session.history;
        assert.ok(least <= kept + replyOverhead && kept <= most, `${kept} is not in ${least}…${most}`);
      }
      service = current;
    },
  };
}
