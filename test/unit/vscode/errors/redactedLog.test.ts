import { strict as assert } from 'node:assert';
import type * as vscode from 'vscode';
import { createRedactedLog } from '../../../../src/vscode/errors/redactedLog.ts';

describe('createRedactedLog', () => {
  const written = (write: (log: ReturnType<typeof createRedactedLog>) => void): string => {
    const lines: string[] = [];
    const keep = (line: string) => lines.push(line);
    write(createRedactedLog({ info: keep, error: keep } as unknown as vscode.LogOutputChannel));
    return lines.join('\n');
  };

  it('redacts a known secret in text, in errors and in JSON', () => {
    const key = 'k"e\\y';
    const text = written((log) => {
      log.addSecret(key);
      log.info(`sent ${key}`);
      log.error(new Error(`bad ${key}`));
      log.error(JSON.stringify({ key }));
    });
    assert.doesNotMatch(text, /e\\+y/);
    assert.match(text, /sent •••/);
    assert.match(text, /Error: bad •••/);
  });

  it('writes the stack of an error, or its message if the error has no stack', () => {
    const error = new TypeError('bad');
    assert.equal(
      written((log) => log.error(error)),
      error.stack,
    );
    delete error.stack;
    assert.equal(
      written((log) => log.error(error)),
      'bad',
    );
  });

  it('writes the causes of an error, and ends if a cause is its own cause', () => {
    const inner = new Error('no keyring with key');
    const text = written((log) => {
      log.addSecret('key');
      log.error(new Error('not saved', { cause: inner }));
    });
    assert.match(text, /Error: not saved\n.*\nCaused by: Error: no •••ring with •••\n/s);
    inner.cause = inner;
    assert.match(
      written((log) => log.error(inner)),
      /Caused by/,
    );
  });

  it('redacts credentials in headers and URLs', () => {
    const text = written((log) => {
      log.info('authorization: Bearer sk-abc.def-1');
      log.info('proxy-authorization: Basic dXNlcjpwYXNz==');
      log.info('proxy http://user:pass@proxy.test:8080 refused');
    });
    assert.doesNotMatch(text, /sk-abc|dXNlcjpwYXNz|user|pass@/);
    assert.match(text, /proxy.test:8080 refused/);
  });
});
