import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLedger } from '../../src/meter/ledger/ledger.ts';
import { spendCsv } from '../../src/meter/ledger/spendCsv.ts';
import type { SpendRecord } from '../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { writeInParts } from '../../src/node/writeInParts.ts';
import { ensureLibreOffice } from '../hosts/ensureLibreOffice.ts';
import { runProgram } from '../hosts/runProgram.ts';
import { cleanUpAfterEach, temporaryFolder } from '../unit/cleanUp.ts';
import { readCsv } from '../unit/meter/ledger/readCsv.ts';
import { spendRecord } from '../unit/meter/ledger/spendRecords.ts';
import { neverCalled } from '../unit/neverCalled.ts';
import { startTimeout } from './startServer.ts';

/** The values of `end` of the requests in the ledger. The test repeats this sequence for further requests. */
const ends: readonly SpendRecord['end'][] = ['complete', 'stopped', 'pending', 'failed', 'incomplete'];

describe('spendCsv, opened in LibreOffice Calc', () => {
  const cleanUp = cleanUpAfterEach();
  let program: string;
  before(async function () {
    this.timeout(startTimeout);
    program = await ensureLibreOffice((sentence) => console.log(sentence));
  });

  it('has dates and numbers that Calc recognizes, and amounts that add up to the ledger’s total', async function () {
    this.timeout(120_000);
    const folder = await temporaryFolder(cleanUp);
    const names = ['Bücher, "neu"', '=1+1', '请求 🧾\nin zwei Zeilen', undefined];
    let name: string | undefined;
    const ledger = createLedger({
      files: createNodeFileStore(folder),
      writerId: 'w',
      workspace: () => (name === undefined ? undefined : { id: name, name }),
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    const start = Date.UTC(2026, 9, 30, 12, 0, 1, 234);
    for (let seed = 0; seed < 40; seed += 1) {
      name = names[seed % names.length];
      await ledger.append(spendRecord(seed, ends[seed % ends.length]!, start + seed * 3_600_000));
    }
    const file = path.join(folder, 'spend.csv');
    await writeInParts(file, spendCsv(ledger.requests(), new Map()));

    // The test appends a row with these formulas. Their results show which cells LibreOffice recognized as dates,
    // numbers or text. The last result is 0 if LibreOffice did not run the workspace name `=1+1` as a formula.
    const last = 41;
    const formulas = [
      ...[
        `=COUNT(A2:A${last})`,
        `=COUNT(B2:B${last})`,
        `=COUNTIF(C2:C${last};"Bücher, ""neu""")`,
        `=YEAR(B2)`,
        `=HOUR(A2)`,
      ],
      ...[
        `=COUNT(H2:O${last})`,
        `=SUM(L2:L${last})*1000000000`,
        `=SUM(K2:K${last})*1000000000`,
        `=COUNTIF(C2:C${last};2)`,
      ],
    ];
    const withFormulas = path.join(folder, 'formulas.csv');
    await writeFile(
      withFormulas,
      `${await readFile(file, 'utf8')}${formulas.map((formula) => `"${formula.replaceAll('"', '""')}"`).join(',')}\r\n`,
    );
    await convert(withFormulas, path.join(folder, 'out'), path.join(folder, 'profile'));

    const [exported, converted] = await Promise.all([
      readTable(file),
      readTable(path.join(folder, 'out', 'formulas.csv')),
    ]);
    assert.equal(exported.length, last);
    assert.deepEqual(converted.slice(0, -1), exported);
    const { low, high } = ledger.total();
    assert.deepEqual(converted.at(-1)?.slice(0, formulas.length).map(Number), [
      40,
      40,
      10,
      2026,
      12,
      320,
      high,
      low,
      0,
    ]);
  });

  /** Opens a CSV file in LibreOffice and saves the displayed values as CSV in another folder. */
  async function convert(file: string, folder: string, profile: string): Promise<void> {
    // The defaults of LibreOffice's import dialog for a CSV file: the separator is a comma (44), the text delimiter is
    // a quotation mark (34), the encoding is UTF-8 (76), and the import starts at line 1.
    const opening = '--infilter=CSV:44,34,76,1';
    const writing = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';
    const args = [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--headless',
      opening,
      '--convert-to',
      writing,
      '--outdir',
      folder,
      file,
    ];
    await runProgram(program, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' }, output: 'keep' });
  }
});

/** Reads a CSV file. Ignores a byte order mark. Converts all line breaks to CRLF, even within cells. */
async function readTable(file: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(file, 'utf8');
  return readCsv(text.replace(/^\ufeff/, '').replaceAll(/\r?\n/g, '\r\n'));
}
