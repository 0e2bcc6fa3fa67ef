import type { DidAnswer, PanelAnswers, PanelRequest } from '../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../common/protocol/protocol.ts';

type RequestOf<Type> = Extract<PanelRequest, { readonly type: Type }>;

/** The panel's requests that have not been answered yet. */
export interface PendingRequests {
  /** Posts a request. Resolves with its answer, or with undefined when it failed, which the extension has reported. */
  readonly ask: <Type extends PanelRequest['type']>(
    request: Omit<RequestOf<Type>, 'requestId'> & { readonly type: Type },
  ) => Promise<PanelAnswers[Type] | undefined>;
  /** Settles the request that an answer belongs to. */
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
      // The extension answers each type of request with the answer of that type.
      return promise as Promise<never>;
    },
    settle: ({ requestId, answer }) => {
      pending.get(requestId)?.(answer);
      pending.delete(requestId);
    },
  };
}
