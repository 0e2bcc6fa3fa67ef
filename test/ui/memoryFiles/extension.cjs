/**
 * A minimal extension for tests of virtual workspaces. It provides files with the scheme `memory`, which exist only in
 * memory. At the start, `memory:/shop/half.ts` is the only file.
 */
const vscode = require('vscode');

const { FileSystemError, FileType } = vscode;
const source = 'export function half(price: number): number {\n  return price / 2;\n}\n';
const files = new Map([['/shop/half.ts', Buffer.from(source)]]);
const folders = ['/', '/shop'];

const provider = {
  onDidChangeFile: new vscode.EventEmitter().event,
  watch: () => new vscode.Disposable(() => undefined),
  stat: ({ path }) => {
    const times = { ctime: 0, mtime: Date.now() };
    if (folders.includes(path)) return { type: FileType.Directory, size: 0, ...times };
    return { type: FileType.File, size: contentOf(path).length, ...times };
  },
  readDirectory: ({ path }) =>
    [...files.keys()]
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => [file.slice(path.length + 1), FileType.File]),
  readFile: ({ path }) => contentOf(path),
  writeFile: ({ path }, content) => void files.set(path, content),
  createDirectory: () => undefined,
  delete: ({ path }) => void files.delete(path),
  rename: () => {
    throw FileSystemError.NoPermissions();
  },
};

function contentOf(path) {
  const content = files.get(path);
  if (content === undefined) throw FileSystemError.FileNotFound(path);
  return content;
}

exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', provider));
};
