/** What the chart is drawn with, read from the style sheet: a canvas knows no variables. */
export interface ChartColors {
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  /** Of the labels of both axes. */
  readonly font: string;
  readonly fontSize: number;
}

export interface ColoredParts {
  /** Their colour is that of the bars. */
  readonly input: Element;
  readonly cachedInput: Element;
  readonly output: Element;
  /** Its colours are those of the labels, the grid (its border) and the ground; so is its font. */
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
    // uPlot enlarges whole pixels only on fine screens.
    font: `${Math.round(parseFloat(fontSize))}px ${fontFamily}`,
    fontSize: parseFloat(fontSize),
  };
}

/** Calls back when the theme has changed: VS Code then sets the body's attributes and the root's variables. */
export function onThemeChange(callback: () => void): void {
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  matchMedia('(forced-colors: active)').addEventListener('change', callback);
}

/** Stripes in the colour of the ground, through which what is below can be seen half. */
export function hatch(color: string): CanvasPattern | string {
  const size = Math.round(6 * devicePixelRatio);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d');
  if (context === null) return color;
  context.strokeStyle = color;
  context.lineWidth = size / 3;
  // Beyond the corners, so that the tiles join.
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
  }
  context.stroke();
  return context.createPattern(canvas, 'repeat') ?? color;
}
