import type { FromSpendPageMessage, SpendReport } from '../../common/protocol/spendProtocol.ts';
import type { SpendDates } from './spendDates.ts';
import type { SpendState } from './spendState.ts';

/** Dependencies of the Spend page's sections. */
export interface SpendContext {
  /** BCP 47 language tag for formatting amounts and numbers, and for sorting. */
  readonly locale: string;
  readonly dates: SpendDates;
  readonly post: (message: FromSpendPageMessage) => void;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
  readonly state: () => SpendState;
  /** Saves a change of the state that needs no new report. */
  readonly keep: (change: Partial<SpendState>) => void;
  /** Saves a change of the state and requests a new report. */
  readonly choose: (change: Partial<SpendState>) => void;
}

/** A part of the Spend page. `show` shows a report in place of the previous report. */
export interface SpendSection {
  readonly element: HTMLElement;
  readonly show: (report: SpendReport) => void;
}
