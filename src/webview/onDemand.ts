/**
 * Returns a function that shows a value with a function whose code is loaded at the first call. Calls keep their order.
 * After the code is loaded, values are shown at once, because the panel looks for the focus after each change.
 */
export function onDemand<Value>(load: () => Promise<(value: Value) => void>): (value: Value) => void {
  let show: ((value: Value) => void) | undefined;
  let waiting: Value[] | undefined;

  async function start(values: readonly Value[]): Promise<void> {
    const loaded = await load();
    for (const value of values) loaded(value);
    show = loaded;
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
