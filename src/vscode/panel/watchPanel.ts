/** Notices that the panel does not come up. Times nothing but a panel that is awaited. */
export interface PanelWatch {
  /** The panel is in sight, or should be: it has to say `ready` soon. */
  readonly revealed: () => void;
  readonly ready: () => void;
  /** The panel is out of sight, and gone until it is revealed again. */
  readonly hidden: () => void;
  readonly isReady: () => boolean;
  /** Whether the last panel that was awaited did not come up. */
  readonly isDown: () => boolean;
  readonly dispose: () => void;
}

export interface PanelWatchEvents {
  /** Called once for each time the panel was revealed. */
  readonly onDown: () => void;
  readonly onReady: () => void;
}

/** Longer than the panel takes on a slow machine, in milliseconds. */
const defaultPatience = 10_000;

export function watchPanel({ onDown, onReady }: PanelWatchEvents, patience = defaultPatience): PanelWatch {
  let timer: NodeJS.Timeout | undefined;
  let isReady = false;
  let isDown = false;
  /** Whether `onDown` was called for the panel that is in sight. */
  let isTold = false;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    revealed: () => {
      if (isReady || isTold || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        isDown = true;
        isTold = true;
        onDown();
      }, patience);
    },
    ready: () => {
      stop();
      isReady = true;
      isDown = false;
      isTold = false;
      onReady();
    },
    hidden: () => {
      stop();
      isReady = false;
      isTold = false;
    },
    isReady: () => isReady,
    isDown: () => isDown,
    dispose: stop,
  };
}
