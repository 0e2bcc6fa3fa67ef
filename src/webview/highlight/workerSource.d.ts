/** The source of a worker, which the plugin in bundledWorker.js bundles into one script. */
declare module '*.ts?worker' {
  const source: string;
  export default source;
}
