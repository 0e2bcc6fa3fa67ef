/** Colours and font of the chart. They are read from computed styles, because a canvas cannot use CSS variables. */
export interface ChartColors {
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  /** A CSS `font` value for the axis labels. */
  readonly font: string;
  /** The exact font size of the axis labels, in CSS pixels. `font` contains the rounded size. */
  readonly fontSize: number;
}

/** Elements whose computed styles define the chart's colours and font. */
export interface ColoredParts {
  /** The text colours of `input`, `cachedInput` and `output` are the fill colours of the bars' parts. */
  readonly input: Element;
  readonly cachedInput: Element;
  readonly output: Element;
  /** Defines the font and colour of labels, and the background colour. Its bottom border defines the grid colour. */
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
    // On high-resolution screens, uPlot scales the font size correctly only if the size is a whole number.
    font: `${Math.round(parseFloat(fontSize))}px ${fontFamily}`,
    fontSize: parseFloat(fontSize),
  };
}

/**
 * Calls `callback` after changes that may affect the chart's colours or font: changes of the theme, of the forced
 * colours mode, or of the root element's `style` attribute. VS Code sets its CSS variables in this attribute.
 */
export function onThemeChange(callback: () => void): void {
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  matchMedia('(forced-colors: active)').addEventListener('change', callback);
}

/** Creates a pattern of diagonal stripes in `color` with transparent gaps, or returns `color` if that is impossible. */
export function hatch(color: string): CanvasPattern | string {
  const size = Math.round(6 * devicePixelRatio);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d');
  if (context === null) return color;
  context.strokeStyle = color;
  const width = size / 3;
  context.lineWidth = width;
  // The lines extend beyond the corners of the canvas, so that the stripes have no gaps where the pattern repeats.
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - width, size + width);
    context.lineTo(shift + size + width, -width);
  }
  context.stroke();
  return context.createPattern(canvas, 'repeat') ?? color;
}
