import { element } from './dom.ts';

/** A line that shows that something is awaited, and for how long already. */
export interface WaitingView {
  readonly element: HTMLElement;
  readonly show: (sentence: string) => void;
  readonly hide: () => void;
}

export function waitingView(): WaitingView {
  const sentence = element('span', { class: 'sentence' });
  const elapsed = element('span', { class: 'elapsed' });
  const dots = element('span', { class: 'dots', 'aria-hidden': 'true' }, element('span'), element('span'), element('span'));
  const line = element('div', { class: 'waiting', hidden: true }, dots, sentence, elapsed);
  let timer: ReturnType<typeof setInterval> | undefined;

  function start(): void {
    const started = performance.now();
    elapsed.textContent = '';
    timer = setInterval(() => {
      const seconds = Math.round((performance.now() - started) / 1000);
      // Most replies begin sooner: a number that flashes up helps nobody.
      if (seconds >= 3) elapsed.textContent = `${seconds} s`;
      if (!line.isConnected) stop();
    }, 1000);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    element: line,
    show: (text) => {
      sentence.textContent = text;
      line.hidden = false;
      if (timer === undefined) start();
    },
    hide: () => {
      line.hidden = true;
      stop();
    },
  };
}
