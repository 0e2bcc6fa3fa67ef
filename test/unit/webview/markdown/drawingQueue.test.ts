import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { DrawingQueue, type Drawing } from '../../../../src/webview/markdown/drawingQueue.ts';

describe('DrawingQueue', () => {
  let time: number;
  let frames: (() => void)[];
  /** The names of the drawings whose steps have run, in order, and `pause NAME` for each call of `pause`. */
  let log: string[];
  let queue: DrawingQueue;

  beforeEach(() => {
    time = 0;
    frames = [];
    log = [];
    queue = new DrawingQueue();
    mock.method(performance, 'now', () => time);
    Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => frames.push(run) });
  });

  afterEach(() => {
    mock.restoreAll();
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
  });

  /** Returns a drawing with `count` steps, each of which takes `duration` milliseconds. */
  function drawing(name: string, count: number, duration: number): Drawing {
    let left = count;
    return {
      next: () => {
        if (left === 0) return false;
        left -= 1;
        time += duration;
        log.push(name);
        return true;
      },
      pause: () => log.push(`pause ${name}`),
    };
  }

  /** Runs the scheduled animation frames. Returns the log of their steps. */
  function runFrame(): readonly string[] {
    log = [];
    for (const run of frames.splice(0)) run();
    return log;
  }

  it('starts with the drawing that was added last', () => {
    queue.drawSoon(drawing('a', 2, 1));
    queue.drawSoon(drawing('b', 1, 1));
    assert.deepEqual(runFrame(), ['b', 'a', 'a']);
  });

  it('starts with a waiting drawing that was added again', () => {
    const again = drawing('a', 1, 1);
    queue.drawSoon(again);
    queue.drawSoon(drawing('b', 1, 1));
    queue.drawSoon(again);
    assert.deepEqual(runFrame(), ['a', 'b']);
  });

  it('stops when the drawings of a frame have together taken 12 ms, and continues in the next frame', () => {
    queue.drawSoon(drawing('a', 1, 6));
    queue.drawSoon(drawing('b', 1, 6));
    queue.drawSoon(drawing('c', 1, 6));
    assert.deepEqual(runFrame(), ['c', 'b', 'pause b']);
    assert.deepEqual(runFrame(), ['a']);
  });

  it('pauses an interrupted drawing, but not a drawing that has not begun', () => {
    queue.drawSoon(drawing('a', 1, 1));
    queue.drawSoon(drawing('b', 3, 7));
    assert.deepEqual(runFrame(), ['b', 'b', 'pause b']);
    assert.deepEqual(runFrame(), ['b', 'a']);
  });

  it('requests no frame when no steps are left', () => {
    queue.drawSoon(drawing('a', 1, 1));
    queue.drawSoon(drawing('b', 1, 1));
    assert.equal(frames.length, 1);
    runFrame();
    assert.equal(frames.length, 0);
  });

  it('runs steps in `drawNow` for 50 ms, and the remaining steps in the next frames', () => {
    queue.drawSoon(drawing('a', 1, 20));
    queue.drawSoon(drawing('b', 4, 20));
    queue.drawNow();
    assert.deepEqual(log, ['b', 'b', 'b', 'pause b']);
    assert.deepEqual(runFrame(), ['b', 'pause b']);
    assert.deepEqual(runFrame(), ['a', 'pause a']);
  });

  it('does not draw removed drawings', () => {
    queue.drawSoon(drawing('a', 1, 1));
    queue.clear();
    assert.deepEqual(runFrame(), []);
    queue.drawSoon(drawing('b', 1, 1));
    assert.deepEqual(runFrame(), ['b']);
  });
});
