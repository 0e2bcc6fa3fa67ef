import type { DidAnswer, PanelAnswers, PanelRequest } from '../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../common/protocol/protocol.ts';

type RequestOf<Type> = Extract<PanelRequest, { readonly type: Type }>;

/** Sends requests to the extension, and matches its answers to them by `requestId`. */
export interface PendingRequests {
  /** Posts a request. Resolves with the answer, or with undefined if it failed. The extension shows the error. */
  readonly ask: <Type extends PanelRequest['type']>(
    request: Omit<RequestOf<Type>, 'requestId'> & { readonly type: Type },
  ) => Promise<PanelAnswers[Type] | undefined>;
  /** Resolves the request that the answer belongs to. Ignores an unknown `requestId`. */
  readonly settle: (answer: DidAnswer) => void;
}

export function createPendingRequests(post: (message: FromWebviewMessage) => void): PendingRequests {
  const pending = new Map<string, (answer: unknown) => void>();
  let count = 0;
  return {
    ask: async (request) => {
      count += 1;
      const requestId = String(count);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      pending.set(requestId, resolve);
      post({ ...request, requestId } as unknown as FromWebviewMessage);
      // The cast is safe: the extension answers each request with the type that `PanelAnswers` assigns to it.
      return promise as Promise<never>;
    },
    settle: ({ requestId, answer }) => {
      pending.get(requestId)?.(answer);
      pending.delete(requestId);
    },
  };
}
