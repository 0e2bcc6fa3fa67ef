import * as vscode from 'vscode';

/** Finds a terminal whose shell waits for a command, so that no other program reads what is inserted. */
export interface IdleTerminal {
  /** Returns the active terminal if its shell integration has reported that no command runs there, else a new one. */
  readonly get: () => vscode.Terminal;
  readonly dispose: () => void;
}

export function createIdleTerminal(): IdleTerminal {
  /**
   * The new terminals, and those in which a command has ended, without those in which a command runs. VS Code does not
   * say whether a command runs in another terminal, such as one that was open before or that a reload has restored.
   */
  const idle = new WeakSet<vscode.Terminal>();

  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => idle.delete(terminal)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => idle.add(terminal)),
  );

  /** Without shell integration, VS Code reports no commands. */
  function isIdle(terminal: vscode.Terminal): boolean {
    return idle.has(terminal) && terminal.shellIntegration !== undefined && terminal.exitStatus === undefined;
  }

  return {
    get: () => {
      const { activeTerminal } = vscode.window;
      if (activeTerminal !== undefined && isIdle(activeTerminal)) return activeTerminal;
      const created = vscode.window.createTerminal();
      idle.add(created);
      return created;
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
}
