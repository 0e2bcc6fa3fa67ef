/**
 * Detects a panel that does not load in time, and reports that the panel is down. A timer runs only while a revealed
 * panel is neither ready nor reported as down.
 */
export interface PanelWatch {
  /** Tells the watch that the panel is visible or soon will be. The panel must then become ready in time. */
  readonly revealed: () => void;
  readonly ready: () => void;
  /** Tells the watch that the panel is hidden or closed. The panel must load again when it is next revealed. */
  readonly hidden: () => void;
  readonly isReady: () => boolean;
  /** Returns true after the panel did not load in time, until the panel is ready. */
  readonly isDown: () => boolean;
  readonly dispose: () => void;
}

export interface PanelWatchEvents {
  /** Called when the panel did not load in time, at most once until the panel is hidden. */
  readonly onDown: () => void;
  readonly onReady: () => void;
}

/** The default timeout in milliseconds. Even on a slow computer, the panel loads in less time. */
const defaultTimeout = 10_000;

export function watchPanel({ onDown, onReady }: PanelWatchEvents, timeout = defaultTimeout): PanelWatch {
  let timer: NodeJS.Timeout | undefined;
  let isReady = false;
  let isDown = false;
  /** True if `onDown` was called since the panel was last hidden. */
  let isReported = false;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    revealed: () => {
      if (isReady || isReported || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        isDown = true;
        isReported = true;
        onDown();
      }, timeout);
    },
    ready: () => {
      stop();
      isReady = true;
      isDown = false;
      onReady();
    },
    hidden: () => {
      stop();
      isReady = false;
      isReported = false;
    },
    isReady: () => isReady,
    isDown: () => isDown,
    dispose: stop,
  };
}
