/** Colours and font of the chart, read from computed styles because a canvas cannot use CSS variables. */
export interface ChartColors {
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  /** A CSS font for the axis labels. */
  readonly font: string;
  /** Font size in CSS pixels. */
  readonly fontSize: number;
}

/** Elements whose computed styles define the chart's colours. */
export interface ColoredParts {
  /** The bars use the text colours of `input`, `cachedInput` and `output`. */
  readonly input: Element;
  readonly cachedInput: Element;
  readonly output: Element;
  /** Defines the font and colour of labels, the colour of the grid (by its border) and the background. */
  readonly frame: Element;
}

export function readChartColors({ input, cachedInput, output, frame }: ColoredParts): ChartColors {
  const { color, borderBottomColor, backgroundColor, fontSize, fontFamily } = getComputedStyle(frame);
  return {
    input: getComputedStyle(input).color,
    cachedInput: getComputedStyle(cachedInput).color,
    output: getComputedStyle(output).color,
    text: color,
    grid: borderBottomColor,
    background: backgroundColor,
    // uPlot scales the font size on high-resolution screens only if the size is a whole number.
    font: `${Math.round(parseFloat(fontSize))}px ${fontFamily}`,
    fontSize: parseFloat(fontSize),
  };
}

/** Calls `callback` after VS Code has changed the theme, and after forced colours are turned on or off. */
export function onThemeChange(callback: () => void): void {
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  matchMedia('(forced-colors: active)').addEventListener('change', callback);
}

/** Creates diagonal stripes in `color` with transparent gaps. Returns `color` if the canvas is not available. */
export function hatch(color: string): CanvasPattern | string {
  const size = Math.round(6 * devicePixelRatio);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d');
  if (context === null) return color;
  context.strokeStyle = color;
  context.lineWidth = size / 3;
  // Lines extend beyond the corners, so that adjacent tiles join without gaps.
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
  }
  context.stroke();
  return context.createPattern(canvas, 'repeat') ?? color;
}
