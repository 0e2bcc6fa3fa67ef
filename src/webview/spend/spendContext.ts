import type { FromSpendPageMessage, SpendReport } from '../../common/protocol/spendProtocol.ts';
import type { SpendDates } from './spendDates.ts';
import type { SpendState } from './spendState.ts';

/** What every part of the Spend page is given. */
export interface SpendContext {
  /** The language of amounts and numbers. */
  readonly locale: string;
  readonly dates: SpendDates;
  readonly post: (message: FromSpendPageMessage) => void;
  /** Says a sentence to screen readers, once. */
  readonly announce: (sentence: string) => void;
  readonly state: () => SpendState;
  /** Remembers how something is shown. */
  readonly keep: (change: Partial<SpendState>) => void;
  /** Asks for something else than before, and remembers it. */
  readonly choose: (change: Partial<SpendState>) => void;
}

/** A part of the page; each report is shown in place of the one before. */
export interface SpendSection {
  readonly element: HTMLElement;
  readonly show: (report: SpendReport) => void;
}
