/** Time in milliseconds before the panel tries again to load code, for example after a remote connection was lost. */
const retryDelay = 1_000;

/** Resolves with the module that `load` imports. If the module cannot be loaded, tries again until it is. */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    const [result] = await Promise.allSettled([load()]);
    if (result.status === 'fulfilled') return result.value;
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
}

/**
 * Returns a function that shows a value with a function whose code is loaded at the first call (see loadModule). Calls
 * keep their order. After the code is loaded, values are shown at once, because the panel looks for the focus after each
 * change.
 */
export function onDemand<Value>(load: () => Promise<(value: Value) => void>): (value: Value) => void {
  let show: ((value: Value) => void) | undefined;
  let waiting: Value[] | undefined;

  async function start(values: readonly Value[]): Promise<void> {
    const loaded = await loadModule(load);
    show = loaded;
    for (const value of values) loaded(value);
  }

  return (value) => {
    if (show !== undefined) {
      show(value);
      return;
    }
    if (waiting === undefined) void start((waiting = []));
    waiting.push(value);
  };
}
