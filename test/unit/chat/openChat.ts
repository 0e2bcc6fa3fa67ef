import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { repeatRequests } from '../../../src/api/repeatRequests.ts';
import type { Connection } from '../../../src/api/serviceAddress.ts';
import type { RequestOptions } from '../../../src/chat/conversation/chatSession.ts';
import { createDraftStore, type Draft } from '../../../src/chat/draft/draftStore.ts';
import type { Message, Reply } from '../../../src/chat/messages/message.ts';
import { createSessionLeases, type SessionLeases } from '../../../src/chat/windows/sessionLease.ts';
import { createWindows } from '../../../src/chat/windows/createWindows.ts';
import type { Windows } from '../../../src/chat/windows/windows.ts';
import { createSessionLibrary, type SessionLibrary } from '../../../src/chat/sessions/sessionLibrary.ts';
import { createSessionStore, type SessionStore } from '../../../src/chat/sessions/sessionStore.ts';
import { createDetachedRequests, type DetachedRequests } from '../../../src/chat/conversation/detachedRequests.ts';
import { createMeteredSend } from '../../../src/chat/conversation/meteredSend.ts';
import { WorkspaceChat } from '../../../src/chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../../src/chat/conversation/conversationEvent.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import type { SpendLimits } from '../../../src/meter/budget.ts';
import { createMeter } from '../../../src/meter/meter.ts';
import type { Prices } from '../../../src/meter/prices.ts';
import { createSpendGuard, type SpendQuestions } from '../../../src/meter/spendGuard.ts';
import type { TokenCounter } from '../../../src/meter/tokenCounter.ts';
import type { TokenRatios } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { createFolderWatch } from '../../../src/node/folderWatch.ts';
import { isProcessAlive } from '../../../src/node/isProcessAlive.ts';
import { streamChat } from '../api/readReply.ts';
import { temporaryFolder, type CleanUp } from '../cleanUp.ts';
import { published } from '../meter/published.ts';
import { defaultRatios } from '../meter/defaultRatios.ts';

/** What a workspace keeps between two loads, as VS Code would. */
export interface Workspace {
  readonly folder: string;
  /** Opened again, the chat is that of the same window, unless this says otherwise. */
  readonly windowId?: string;
  /** The process of the window, if not this one. */
  readonly pid?: number;
  sessionId?: string;
}

/** A chat as a window has it, over real files, the real client and the real meter. */
export interface OpenChat {
  readonly chat: WorkspaceChat;
  readonly sessions: SessionStore;
  readonly leases: SessionLeases;
  readonly windows: Windows;
  readonly detachedRequests: DetachedRequests;
  readonly library: SessionLibrary;
  readonly events: readonly WorkspaceChatEvent[];
  readonly errors: readonly unknown[];
  readonly saveErrors: readonly unknown[];
  readonly ledger: Ledger;
  /** Resolves as soon as it holds, looking after every event. */
  readonly until: (holds: () => boolean) => Promise<void>;
  readonly lastReply: () => Reply;
}

/** What the message box holds, and what waits to be sent. */
export function draftOf({ draft }: WorkspaceChat): Draft {
  const { text, aside, attachments, queue } = draft;
  return { text, ...(aside === undefined ? {} : { aside }), attachments, queue };
}

/** What the person's settings say, where a test needs it. */
export interface ChatSettings {
  readonly options?: Partial<RequestOptions>;
  /** Where messages go; nowhere without it. */
  readonly connection?: () => Connection | undefined;
  readonly limits?: () => SpendLimits;
  readonly prices?: () => Prices;
  /** Nothing is learnt without them. */
  readonly ratios?: TokenRatios;
  /** Nothing may be asked without it. */
  readonly questions?: SpendQuestions;
}

const noLimits = (): SpendLimits => ({ daily: 0, session: 0, confirmAbove: 0 });
const unasked: SpendQuestions = { confirm: fail, sendAnyway: fail, warn: fail, tellHeld: fail };

function fail(): never {
  throw new Error('Nothing was to be asked.');
}

export async function openChat(
  cleanUp: CleanUp,
  workspace: Workspace,
  counter: TokenCounter,
  {
    options,
    connection,
    limits = noLimits,
    prices = () => published,
    ratios = defaultRatios,
    questions = unasked,
  }: ChatSettings = {},
): Promise<OpenChat> {
  const events: WorkspaceChatEvent[] = [];
  const errors: unknown[] = [];
  const saveErrors: unknown[] = [];
  const watchers = new Set<() => void>();
  const files = createNodeFileStore(workspace.folder);
  const sessions = createSessionStore(files, Date.now);
  const owner = { id: workspace.windowId ?? 'window', pid: workspace.pid ?? process.pid };
  const leases = createSessionLeases({ files, folder: 'sessions', owner, isAlive: isProcessAlive, now: Date.now });
  const windows = createWindows({
    files,
    globalFiles: files,
    owner,
    isAlive: isProcessAlive,
    watch: createFolderWatch(workspace.folder),
    loadTranscript: async (id) => sessions.load(id),
    now: Date.now,
  });
  const drafts = createDraftStore(files);
  let saving = Promise.resolve();
  const reportSaveError = (error: unknown) => {
    saveErrors.push(error);
  };
  const ledger = createLedger({
    files,
    writerId: randomUUID(),
    workspace: () => undefined,
    onDidChange: () => undefined,
    now: Date.now,
  });
  const meter = createMeter({ ledger, counter, prices, ratios, origin: () => '', reportSaveError });
  const guard = createSpendGuard({
    limits,
    ledger,
    questions,
    now: () => new Date(),
    reportError: (error) => void errors.push(error),
  });
  const chat = await WorkspaceChat.load({
    requests: createMeteredSend(guard, meter, repeatRequests(streamChat, { random: () => 0, now: Date.now })),
    options: () => ({ mode: 'session', extraBody: {}, firstByteTimeout: 0, idleTimeout: 0, ...options }),
    connection: async () => Promise.resolve(connection?.()),
    origin: () => 'http://127.0.0.1',
    meter,
    sessions,
    windows,
    drafts: {
      load: async () => drafts.load(),
      save: async (draft) => (saving = drafts.save(draft)),
    },
    sessionId: {
      get: () => workspace.sessionId,
      // VS Code resolves later, too.
      set: async (id) => Promise.resolve().then(() => void (workspace.sessionId = id)),
    },
    notify: (event) => {
      events.push(event);
      for (const look of watchers) look();
    },
    reportError: (error) => {
      errors.push(error);
    },
    reportSaveError,
    createId: randomUUID,
    now: Date.now,
  });
  cleanUp(async () => {
    await chat.close();
    await windows.close();
    // A draft that is still being written would make its folder anew.
    await saving;
  });
  return {
    chat,
    sessions,
    leases,
    windows,
    detachedRequests: createDetachedRequests({
      requests: createMeteredSend(guard, meter, streamChat),
      meter,
      ledger,
      leases: windows.detachedLeases,
      createId: randomUUID,
      now: Date.now,
    }),
    library: createSessionLibrary(chat, sessions, windows, Date.now),
    events,
    errors,
    saveErrors,
    ledger,
    until: async (holds) => {
      if (holds()) return;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
      });
    },
    lastReply: () => {
      const last = chat.session.messages.at(-1);
      if (last?.kind !== 'reply') throw new Error('The last message is no reply.');
      return last;
    },
  };
}

export function connectionTo(service: { readonly baseUrl: string; readonly apiKey?: string }): Connection {
  const { baseUrl, apiKey = 'stand-in-key' } = service;
  return { baseUrl, origin: new URL(baseUrl).origin, apiKey };
}

/** What is on disk when the window is killed at this moment. */
export async function leftByKill(workspace: Workspace, cleanUp: CleanUp): Promise<Workspace> {
  const folder = await temporaryFolder(cleanUp);
  // A temporary file may be gone before it is copied, and a lease names a process that still runs.
  await cp(workspace.folder, folder, { recursive: true, filter: (name) => !/\.(?:tmp|lease)$/.test(name) });
  return { ...workspace, folder };
}

/** Where a session is kept. */
export function sessionFile({ folder, sessionId }: Workspace): string {
  return path.join(folder, 'sessions', `${sessionId ?? ''}.jsonl`);
}

/** Resolves when something of a folder satisfies a condition, looking whenever the folder changes. */
export async function untilFile(folder: string, holds: () => Promise<boolean>): Promise<void> {
  let changed = Promise.withResolvers<undefined>();
  const watcher = watch(folder, () => changed.resolve(undefined));
  try {
    while (!(await holds())) {
      await changed.promise;
      changed = Promise.withResolvers();
    }
  } finally {
    watcher.close();
  }
}

/** What a person sees of a conversation. */
export function shown(messages: readonly Message[]): readonly string[] {
  return messages.map((message) =>
    message.kind === 'question' ? `You: ${message.text}` : `${message.state}: ${message.text}`,
  );
}
