import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { repeatRequests } from '../../../src/api/repeatRequests.ts';
import type { Connection } from '../../../src/api/serviceAddress.ts';
import type { RequestOptions } from '../../../src/chat/conversation/requestOptions.ts';
import { createDraftStore, type Draft } from '../../../src/chat/draft/draftStore.ts';
import type { Message, Reply } from '../../../src/chat/messages/message.ts';
import { createSessionLeases, type SessionLeases } from '../../../src/chat/windows/sessionLease.ts';
import { createWindows } from '../../../src/chat/windows/createWindows.ts';
import type { SessionAccess, Windows } from '../../../src/chat/windows/windows.ts';
import { createSessionLibrary, type SessionLibrary } from '../../../src/chat/sessions/sessionLibrary.ts';
import { createSessionStore, type SessionStore } from '../../../src/chat/sessions/sessionStore.ts';
import { createDetachedRequests, type DetachedRequests } from '../../../src/chat/conversation/detachedRequests.ts';
import { createMeteredSend, type MeteredSendDependencies } from '../../../src/chat/conversation/meteredSend.ts';
import { WorkspaceChat } from '../../../src/chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../../src/chat/conversation/conversationEvent.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import type { FileStore } from '../../../src/common/fileStore.ts';
import type { SpendLimits } from '../../../src/meter/budget.ts';
import type { Cost } from '../../../src/meter/cost.ts';
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
import { neverCalled } from '../neverCalled.ts';

/** A folder of saved files, and the state that VS Code keeps between two loads of a workspace. */
export interface Workspace {
  readonly folder: string;
  /** By default, every chat of a workspace belongs to the same window, as after a reload. */
  readonly windowId?: string;
  /** The process id of the window; by default the process id of the test. */
  readonly pid?: number;
  /** The id of the shown session. */
  sessionId?: string;
}

/** The chat of one window, with real files, the real client and the real meter. */
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
  /** Resolves when the condition is true. Checks the condition at once and after every event. */
  readonly until: (condition: () => boolean) => Promise<void>;
  /** Throws if the last message is not a reply. */
  readonly lastReply: () => Reply;
}

/** Estimates the cost of sending a message when the running reply, if any, has ended. */
export async function estimateOf({ session }: WorkspaceChat, text: string): Promise<Cost> {
  const [cost] = await session.estimateNext([text]);
  return cost!;
}

/** Returns the draft. Omits `aside` if it is undefined, so that tests can compare whole drafts. */
export function draftOf({ draft }: WorkspaceChat): Draft {
  const { text, aside, attachments, queue } = draft;
  return { text, ...(aside === undefined ? {} : { aside }), attachments, queue };
}

/** The settings and answers of the user, and hooks for the test. */
export interface ChatSettings {
  readonly options?: Partial<RequestOptions>;
  /** By default there is no connection. */
  readonly connection?: () => Connection | undefined;
  /** By default there are no limits. */
  readonly limits?: () => SpendLimits;
  readonly prices?: () => Prices;
  /** By default, the ratios always return the default factors. */
  readonly ratios?: TokenRatios;
  /** By default each question to the user throws. */
  readonly questions?: SpendQuestions;
  /** By default the user agrees to send each text. */
  readonly confirmText?: (text: string) => Promise<boolean>;
  /** Called with each event before the event is recorded. */
  readonly onEvent?: (event: WorkspaceChatEvent) => void;
  /** By default, the connection of each request is current. */
  readonly isCurrent?: MeteredSendDependencies['isCurrent'];
  /** Called when a message cannot be queued because the queue is full. Throws by default. */
  readonly tellQueueFull?: () => void;
  /** Wraps the store of the workspace's files and of the ledger. */
  readonly wrapFiles?: (files: FileStore) => FileStore;
  /** Called with the access of each opened session. The callback may replace methods of the access. */
  readonly onOpen?: (access: SessionAccess) => void;
}

const noLimits = (): SpendLimits => ({ daily: 0, session: 0, confirmAbove: 0 });
export const noQuestions: SpendQuestions = {
  confirm: fail,
  sendAnyway: fail,
  sendWithUnknown: fail,
  warn: fail,
  tellHeld: fail,
  tellUnsent: fail,
};

function fail(): never {
  throw new Error('Unexpected question to the user.');
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
    questions = noQuestions,
    confirmText = async () => Promise.resolve(true),
    onEvent = () => undefined,
    isCurrent = async () => Promise.resolve(true),
    tellQueueFull = fail,
    wrapFiles = (files) => files,
    onOpen = () => undefined,
  }: ChatSettings = {},
): Promise<OpenChat> {
  const events: WorkspaceChatEvent[] = [];
  const errors: unknown[] = [];
  const saveErrors: unknown[] = [];
  const watchers = new Set<() => void>();
  const files = wrapFiles(createNodeFileStore(workspace.folder));
  const sessions = createSessionStore(files, Date.now);
  const owner = {
    id: workspace.windowId ?? 'window',
    pid: workspace.pid ?? process.pid,
    processStart: undefined,
    host: 'here',
  };
  const leases = createSessionLeases({ files, folder: 'sessions', owner, isAlive: isProcessAlive, now: Date.now });
  const windows = createWindows({
    files,
    globalFiles: files,
    owner,
    isAlive: isProcessAlive,
    watch: createFolderWatch(workspace.folder),
    loadTranscript: async (id) => sessions.load(id),
    draftReport: { onUnreadable: fail, onReadError: fail },
    now: Date.now,
  });
  const drafts = createDraftStore(files, fail);
  let saving = Promise.resolve();
  const reportSaveError = (error: unknown) => {
    saveErrors.push(error);
  };
  const ledger = createLedger({
    files,
    writerId: randomUUID(),
    workspace: () => undefined,
    onDidChange: () => undefined,
    onUnreadable: neverCalled,
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
    requests: createMeteredSend({
      guard,
      meter,
      streamChat: repeatRequests(streamChat, { random: () => 0, now: Date.now }),
      isCurrent,
      now: Date.now,
    }),
    options: () => ({
      mode: 'session',
      extraBody: {},
      instructions: '',
      firstByteTimeout: 0,
      idleTimeout: 0,
      ...options,
    }),
    connection: async () => Promise.resolve(connection?.()),
    origin: () => connection?.()?.origin ?? 'http://127.0.0.1',
    confirmText,
    meter,
    sessions,
    windows: {
      ...windows,
      openSession: async (id, onDidChange) => {
        const access = await windows.openSession(id, onDidChange);
        onOpen(access);
        return access;
      },
    },
    drafts: {
      load: async () => drafts.load(),
      save: async (draft) => (saving = drafts.save(draft)),
    },
    sessionId: {
      get: () => workspace.sessionId,
      // Set the id asynchronously, as VS Code does.
      set: async (id) => Promise.resolve().then(() => void (workspace.sessionId = id)),
    },
    hasSpend: async (sessionId) => {
      await ledger.refresh();
      return ledger.total({ sessionId }).requests > 0;
    },
    notify: (event) => {
      onEvent(event);
      events.push(event);
      for (const check of watchers) check();
    },
    tellQueueFull,
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
    // A draft that is still being written would create the deleted folder again.
    await saving;
  });
  return {
    chat,
    sessions,
    leases,
    windows,
    detachedRequests: createDetachedRequests({
      requests: createMeteredSend({ guard, meter, streamChat, isCurrent, now: Date.now }),
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
    until: async (condition) => {
      if (condition()) return;
      await new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
      });
    },
    lastReply: () => {
      const last = chat.session.messages.at(-1);
      if (last?.kind !== 'reply') throw new Error('The last message is not a reply.');
      return last;
    },
  };
}

export function connectionTo(service: { readonly baseUrl: string; readonly apiKey?: string }): Connection {
  const { baseUrl, apiKey = 'sk-stand-in-key' } = service;
  return { baseUrl, origin: new URL(baseUrl).origin, apiKey };
}

/**
 * Copies the workspace's folder as it would be if the window were killed now, but without lease files and temporary
 * files.
 */
export async function copyAsKilled(workspace: Workspace, cleanUp: CleanUp): Promise<Workspace> {
  const folder = await temporaryFolder(cleanUp);
  // Omit temporary files, because they may vanish during the copy. Omit lease files, because they would still be valid:
  // this test's process wrote them and still runs.
  await cp(workspace.folder, folder, { recursive: true, filter: (name) => !/\.(?:tmp|lease)$/.test(name) });
  return { ...workspace, folder };
}

/** Returns the path of the shown session's file. */
export function sessionFile({ folder, sessionId }: Workspace): string {
  return path.join(folder, 'sessions', `${sessionId ?? ''}.jsonl`);
}

/** Resolves when the condition is true. Checks the condition at once and when a file directly in the folder changes. */
export async function untilFile(folder: string, condition: () => Promise<boolean>): Promise<void> {
  let changed = Promise.withResolvers<undefined>();
  const watcher = watch(folder, () => changed.resolve(undefined));
  try {
    while (!(await condition())) {
      await changed.promise;
      changed = Promise.withResolvers();
    }
  } finally {
    watcher.close();
  }
}

/** Returns a string for each message, `You: <text>` for a question and `<state>: <text>` for a reply. */
export function shown(messages: readonly Message[]): readonly string[] {
  return messages.map((message) =>
    message.kind === 'question' ? `You: ${message.text}` : `${message.state}: ${message.text}`,
  );
}
