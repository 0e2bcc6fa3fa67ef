import * as vscode from 'vscode';

/** An input box of VS Code, and the actions of the user. */
export class FakeInputBox {
  title = '';
  placeholder = '';
  ignoreFocusOut = false;
  value = '';
  validationMessage: unknown;
  #prompt = '';
  #shown = Promise.withResolvers<string>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = new vscode.EventEmitter<unknown>().event;

  get prompt(): string {
    return this.#prompt;
  }

  set prompt(prompt: string) {
    this.#prompt = prompt;
    this.#shown.resolve(prompt);
    this.#shown = Promise.withResolvers<string>();
  }

  async nextPrompt(): Promise<string> {
    return this.#shown.promise;
  }

  show(): void {}

  dispose(): void {
    this.escape();
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  pressEnter(): void {
    this.#accepted.fire();
  }

  escape(): void {
    this.#hidden.fire();
  }
}
