/**
 * Replaces the native module `@vscode/spdlog`, which would have to be compiled at installation.
 * Appends log messages to files. Contains only the functions that VS Code calls.
 * Without `@vscode/spdlog` or a replacement, the output channels with VS Code's logs stay empty.
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

// VS Code imports these names. Node detects the names in a CommonJS module if each name is assigned to `exports` in its
// own statement.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
