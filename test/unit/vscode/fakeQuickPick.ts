import * as vscode from 'vscode';

/** A list of VS Code, and the actions of the user. */
export class FakeQuickPick<Item> {
  placeholder = '';
  matchOnDetail = false;
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  #title = '';
  #titled = Promise.withResolvers<string>();
  readonly #activated = new vscode.EventEmitter<void>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidChangeActive = this.#activated.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    this.#titled.resolve(title);
    this.#titled = Promise.withResolvers<string>();
  }

  async nextTitle(): Promise<string> {
    return this.#titled.promise;
  }

  show(): void {
    this.activate(0);
  }

  dispose(): void {
    this.escape();
  }

  activate(index: number): void {
    this.activeItems = this.items.slice(index, index + 1);
    this.#activated.fire();
  }

  pick(index: number): void {
    this.activate(index);
    this.selectedItems = this.activeItems;
    this.#accepted.fire();
  }

  pressEnterWithoutMatch(): void {
    this.selectedItems = [];
    this.#accepted.fire();
  }

  escape(): void {
    this.#hidden.fire();
  }
}
