import * as vscode from 'vscode';
import type { FileStore } from '../../common/fileStore.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { createMeter, type Meter } from '../../meter/meter.ts';
import { createSpendGuard, type SpendGuard, type SpendQuestions } from '../../meter/spendGuard.ts';
import type { TokenCounter } from '../../meter/tokenCounter.ts';
import { createTokenRatios, type TokenRatios } from '../../meter/tokenRatio.ts';
import { createWorkerTokenCounter } from '../../node/workerTokenCounter.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import type { Settings } from '../settings/settings.ts';
import { tellUnreadable } from '../storage/unreadableFiles.ts';
import { createSpendQuestions, type TellHeld } from './spendQuestions.ts';

/** The parts that count tokens, price requests and check limits. */
export interface Metering {
  readonly counter: TokenCounter;
  readonly ratios: TokenRatios;
  readonly meter: Meter;
  readonly guard: SpendGuard;
  /**
   * Fires when the ratios between the service's and the extension's token counts have been loaded, or have been
   * corrected by a bill. Estimates of the same text may then change.
   */
  readonly onDidChangeRatios: vscode.Event<void>;
  readonly loadRatios: () => void;
  readonly ratiosChanged: () => void;
}

interface MeteringSources {
  readonly context: vscode.ExtensionContext;
  readonly settings: () => Settings;
  readonly ledger: Ledger;
  /** The store for files that all workspaces share. */
  readonly globalFiles: FileStore;
  readonly errors: ErrorReporter;
}

/**
 * @param origin Returns the origin of the current base URL. Each origin has its own token ratios.
 * @param warn Tells the user that a limit is nearly reached.
 * @param tellHeld Tells the user why a queued message was not sent.
 * @param questionFocus The functions to call before and after a question.
 */
export function createMetering(
  sources: MeteringSources,
  origin: () => string,
  warn: SpendQuestions['warn'],
  tellHeld: TellHeld,
  { restore, untilIdle }: Pick<QuestionFocus, 'restore' | 'untilIdle'>,
): Metering {
  const { context, settings, ledger, globalFiles } = sources;
  const { reportError, reportSaveError } = sources.errors;
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(changed);
  const counter = createWorkerTokenCounter(vscode.Uri.joinPath(context.extensionUri, 'dist', 'tokenWorker.cjs').fsPath);
  const ratios = createTokenRatios(globalFiles, tellUnreadable(context.globalStorageUri.fsPath));
  const meter = createMeter({ ledger, counter, prices: () => settings().prices, ratios, origin, reportSaveError });
  const guard = createSpendGuard({
    limits: () => settings().limits,
    ledger,
    questions: createSpendQuestions(warn, () => settings().limits.confirmAbove, restore, untilIdle, tellHeld),
    now: () => new Date(),
    reportError,
  });
  return {
    counter,
    ratios,
    meter,
    guard,
    onDidChangeRatios: changed.event,
    ratiosChanged: () => changed.fire(),
    loadRatios: () => {
      ratios.load().then(() => changed.fire(), reportError);
    },
  };
}
