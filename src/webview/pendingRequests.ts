import type { DidAnswer, PanelAnswers, PanelRequest } from '../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../common/protocol/protocol.ts';

type RequestOf<Type> = Extract<PanelRequest, { readonly type: Type }>;

/** Posts requests to the extension, and matches each answer to its request by `requestId`. */
export interface PendingRequests {
  /** Posts a request and resolves with the answer. Resolves with undefined if the request failed. */
  readonly ask: <Type extends PanelRequest['type']>(
    request: Omit<RequestOf<Type>, 'requestId'> & { readonly type: Type },
  ) => Promise<PanelAnswers[Type] | undefined>;
  /** Resolves the request with the `requestId` of the answer. Ignores an unknown `requestId`. */
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
      // The cast is safe, because the extension answers each request with the type from `PanelAnswers`.
      return promise as Promise<never>;
    },
    settle: ({ requestId, answer }) => {
      pending.get(requestId)?.(answer);
      pending.delete(requestId);
    },
  };
}
