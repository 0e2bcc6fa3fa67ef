import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { createIdleTerminal } from '../../../../src/vscode/code/idleTerminal.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

interface Terminal {
  shellIntegration: object | undefined;
  exitStatus: object | undefined;
}

describe('createIdleTerminal', () => {
  const cleanUp = cleanUpAfterEach();
  const terminal = (): Terminal => ({ shellIntegration: {}, exitStatus: undefined });
  let started = new vscode.EventEmitter<{ terminal: Terminal }>();
  let ended = new vscode.EventEmitter<{ terminal: Terminal }>();
  let created: Terminal[] = [];

  beforeEach(() => {
    [started, ended, created] = [new vscode.EventEmitter(), new vscode.EventEmitter(), []];
    const createTerminal = () => {
      created.push(terminal());
      return created.at(-1);
    };
    Object.assign(vscode.window, {
      createTerminal,
      onDidStartTerminalShellExecution: started.event,
      onDidEndTerminalShellExecution: ended.event,
    });
    activate(undefined);
    cleanUp(() =>
      Object.assign(vscode.window, {
        createTerminal: undefined,
        onDidStartTerminalShellExecution: undefined,
        onDidEndTerminalShellExecution: undefined,
        activeTerminal: undefined,
      }),
    );
  });

  function activate(activeTerminal: Terminal | undefined): void {
    Object.assign(vscode.window, { activeTerminal });
  }

  it('returns the active terminal after a command has ended there', () => {
    const { get } = createIdleTerminal();
    const active = terminal();
    activate(active);
    started.fire({ terminal: active });
    ended.fire({ terminal: active });
    assert.equal(get(), active);
    assert.deepEqual(created, []);
  });

  it('returns the terminal that it has created', () => {
    const { get } = createIdleTerminal();
    const first = get();
    activate(created[0]);
    assert.equal(get(), first);
    assert.equal(created.length, 1);
  });

  const busy: Readonly<Record<string, (active: Terminal) => void>> = {
    'may run a command that was started before': () => undefined,
    'runs a command': (active) => {
      ended.fire({ terminal: active });
      started.fire({ terminal: active });
    },
    'has no shell integration': (active) => {
      ended.fire({ terminal: active });
      active.shellIntegration = undefined;
    },
    'has exited': (active) => {
      ended.fire({ terminal: active });
      active.exitStatus = { code: 0 };
    },
  };
  for (const [state, prepare] of Object.entries(busy))
    it(`creates a terminal if the active one ${state}`, () => {
      const { get } = createIdleTerminal();
      const active = terminal();
      activate(active);
      prepare(active);
      assert.equal(get(), created[0]);
    });
});
