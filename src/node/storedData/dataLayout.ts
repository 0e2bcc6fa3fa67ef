/** The names of the files and folders that the extension writes into a folder. Other names belong to somebody else. */
export interface DataLayout {
  readonly file?: RegExp;
  /** Returns the layout of a subfolder, or undefined if the extension writes no subfolder with this name. */
  readonly folder?: (name: string) => DataLayout | undefined;
}

/**
 * The end of the name of a file that could not be read, or of a temporary file (see temporaryName). A temporary file may
 * belong to another one, for example to the claim on a lease (see createSessionLeases).
 */
const variant = String.raw`(\.\d+\.unreadable)?(\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.tmp)*`;
/** The optional version number in the name of a second file (see VersionedFile). */
const version = String.raw`(\.\d+)?`;

const id = String.raw`[\w-]+`;

function files(...names: readonly string[]): RegExp {
  return new RegExp(`^(${names.join('|')})${variant}$`);
}

function folders(layouts: Readonly<Record<string, DataLayout>>): (name: string) => DataLayout | undefined {
  return (name) => (Object.hasOwn(layouts, name) ? layouts[name] : undefined);
}

/** The layout of the folder of a workspace, or of a window without a workspace. */
export const workspaceLayout: DataLayout = {
  file: files(String.raw`(draft|sessionIndex)${version}\.json`),
  folder: folders({
    sessions: { file: files(String.raw`${id}(${version}\.jsonl|\.lease)`) },
    deletedSessions: { file: files(String.raw`\d+~${id}${version}\.jsonl`) },
    drafts: { file: files(String.raw`${id}${version}\.json`) },
  }),
};

/** The layout of the folder that all workspaces share. */
export const globalLayout: DataLayout = {
  file: files(String.raw`(balance|tokenRatios|deletion)${version}\.json`),
  folder: folders({
    spend: { file: files(String.raw`\d{4}-\d\d[\w.-]*\.(jsonl|json)`) },
    detachedRequests: { file: files(String.raw`${id}\.lease`) },
    emptyWindows: { folder: (name) => (isWindowId(name) ? workspaceLayout : undefined) },
  }),
};

/** Returns true if the name of a folder may be the id of a window without a workspace. */
export function isWindowId(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

/** Returns true for the path of a session's file, but false for a session's second file or a session in the trash. */
export function isSessionFile(path: string): boolean {
  return /[\\/]sessions[\\/][\w-]+\.jsonl$/.test(path);
}
