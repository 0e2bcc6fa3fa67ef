/**
 * Replaces the native module `@vscode/spdlog`, so that it does not have to be compiled. Writes log lines to a file.
 * Implements only the functions that VS Code calls. Without this module, VS Code's log output channels stay empty.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#plain = false;
  }
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#plain ? message : `${time} [${levels[level]}] ${message}\n`);
  }
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

// Separate assignments, because `import` of a CommonJS module finds names only in this form.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
