/** Detects a panel that does not load. A timer runs only while a revealed panel is not ready. */
export interface PanelWatch {
  /** The panel is or soon becomes visible, and must post `ready` in time. */
  readonly revealed: () => void;
  readonly ready: () => void;
  /** The panel is hidden or closed. It must load again when it is next revealed. */
  readonly hidden: () => void;
  readonly isReady: () => boolean;
  /** True if the panel did not load in time when it was last revealed. */
  readonly isDown: () => boolean;
  readonly dispose: () => void;
}

export interface PanelWatchEvents {
  /** Called when the panel did not load in time, at most once each time it is revealed. */
  readonly onDown: () => void;
  readonly onReady: () => void;
}

/** Milliseconds. Even on a slow machine, the panel loads faster. */
const defaultTimeout = 10_000;

export function watchPanel({ onDown, onReady }: PanelWatchEvents, timeout = defaultTimeout): PanelWatch {
  let timer: NodeJS.Timeout | undefined;
  let isReady = false;
  let isDown = false;
  /** True if `onDown` was called since the panel was revealed. */
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
