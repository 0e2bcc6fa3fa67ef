import { dollar } from './billing.ts';
import type { Exchange } from './exchange.ts';
import type { StandIn } from './standIn.ts';

/** Returns the instructions that the terminal shows when the stand-in service has started. */
export function describeService({ baseUrl, apiKey, balance, trial }: StandIn): string {
  return `The stand-in service is up. It answers with scripted replies; no model, no account, no real money.

  Base URL   ${baseUrl}
  API key    ${apiKey}
  Balance    ${formatDollars(balance)}${trial > 0 ? ` and ${trial.toLocaleString('en')} trial tokens` : ''}

In VS Code with Tally Chat:
  1. set "tally.baseUrl" to the base URL, in the user settings
  2. run "Tally: Set API Key…" and paste the key
  3. run "Tally: Open Chat" and ask; the message /help lists the faults that can be tried

Or from a terminal:
  curl -N ${baseUrl}/chat/completions -H 'Authorization: Bearer ${apiKey}' \\
    -H 'Content-Type: application/json' -H 'x-session-id: my-session' \\
    -d '{"stream":true,"messages":[{"role":"user","content":"Hello"}]}'

Ctrl+C stops it. Every call is listed here:`;
}

/** Returns the line that the terminal shows for a request that has ended. */
export function describeExchange(exchange: Exchange, { balance, trial }: StandIn): string {
  const { method, url, sessionId = 'no session', status, aborted, debit } = exchange;
  const outcome = aborted ? 'stopped by the client' : 'done';
  const parts = [`${method} ${url}`, sessionId.slice(0, 8), `${status ?? 'no status'}, ${outcome}`];
  if (debit !== undefined) {
    const { prompt, cached, completion, cost, paidFrom } = debit;
    const left = paidFrom === 'trial' ? `${trial} trial tokens left` : `${formatDollars(balance)} left`;
    parts.push(`${prompt} in (${cached} cached), ${completion} out`, `${formatDollars(cost)}, ${left}`);
  }
  return parts.join(' · ');
}

/** Formats nano-dollars as US dollars with six decimal places, so that the cost of a short message is visible. */
function formatDollars(nanoDollars: number): string {
  return `$${(nanoDollars / dollar).toFixed(6)}`;
}
