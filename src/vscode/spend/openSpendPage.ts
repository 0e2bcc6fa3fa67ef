import type * as vscode from 'vscode';
import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import { createBillComparer } from './billComparer.ts';
import type { Metering } from './metering.ts';
import { createSpendPage, type SpendPage } from './spendPage.ts';

export interface SpendPageHost {
  readonly context: vscode.ExtensionContext;
  readonly ledger: Ledger;
  readonly spendNotes: () => readonly string[];
  readonly errors: ErrorReporter;
  readonly onDidChangeSpend: vscode.Event<void>;
  readonly onDidChangeSettings: vscode.Event<void>;
}

/** Creates the Spend page, which also compares bills with the ledger. */
export function openSpendPage(
  { context, ledger, spendNotes, errors, onDidChangeSpend, onDidChangeSettings }: SpendPageHost,
  { ratios, ratiosChanged, onDidChangeRatios }: Metering,
  sessions: SessionStore,
  openSession: (id: string) => Promise<void>,
): SpendPage {
  const page = createSpendPage({
    extensionUri: context.extensionUri,
    ledger,
    sessions,
    openSession,
    bills: createBillComparer({ ledger, ratios, onDidCorrect: ratiosChanged }),
    notes: spendNotes,
    reportError: errors.reportError,
  });
  context.subscriptions.push(
    page,
    onDidChangeSpend(page.update),
    onDidChangeRatios(page.update),
    onDidChangeSettings(page.update),
  );
  return page;
}
