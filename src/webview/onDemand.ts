/**
 * Returns a function that shows a value with a function whose code is loaded at the first call. Calls keep their order.
 */
export function onDemand<Value>(load: () => Promise<(value: Value) => void>): (value: Value) => void {
  let loading: Promise<(value: Value) => void> | undefined;
  return (value) => {
    loading ??= load();
    void loading.then((show) => show(value));
  };
}
