import { isJsonObject } from '../json.ts';
import { isLocalDay } from '../localDay.ts';
import type { FromSpendPageMessage, SpendQuery } from './spendProtocol.ts';

/**
 * Validates a message from the Spend page. Returns a copy with only the known fields, or undefined if the message is
 * invalid.
 */
export function parseFromSpendPageMessage(value: unknown): FromSpendPageMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type } = value;
  switch (type) {
    case 'exportSpend':
    case 'recordBalance':
    case 'openChat':
    case 'correctEstimates':
    case 'openPriceSettings':
      return { type };
    case 'showReport': {
      const query = parseSpendQuery(value['query']);
      return query === undefined ? undefined : { type, query };
    }
    case 'openSession':
      return isId(value['sessionId']) ? { type, sessionId: value['sessionId'] } : undefined;
    case 'compareBill':
      return parseCompareBill(value);
    default:
      return undefined;
  }
}

const maxAmountLength = 100;

function parseCompareBill({
  first,
  last,
  amount,
  origin,
}: Readonly<Record<string, unknown>>): FromSpendPageMessage | undefined {
  if (!isLocalDay(first) || !isLocalDay(last) || typeof amount !== 'string' || amount.length > maxAmountLength)
    return undefined;
  if (origin !== undefined && !isId(origin)) return undefined;
  return { type: 'compareBill', first, last, amount, ...(origin === undefined ? {} : { origin }) };
}

/** Validates a query. Returns a copy with only the known fields, or undefined if the query is invalid. */
export function parseSpendQuery(value: unknown): SpendQuery | undefined {
  if (!isJsonObject(value)) return undefined;
  const { first, last, workspaceId, sessionId } = value;
  if (![first, last].every((day) => day === undefined || isLocalDay(day))) return undefined;
  if (![workspaceId, sessionId].every((id) => id === undefined || isId(id))) return undefined;
  return Object.fromEntries(
    Object.entries({ first, last, workspaceId, sessionId }).filter(([, each]) => each !== undefined),
  );
}

const maxIdLength = 1_000;

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxIdLength;
}
