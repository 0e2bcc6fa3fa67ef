import type { SpendTestPage } from './spendHarness.ts';

/**
 * Returns the colours of a pixel column of the plot, from top to bottom. `place` is the horizontal position of the
 * column, 0 at the left and 1 at the right.
 */
export async function colorsAt({ page }: SpendTestPage, place: number): Promise<readonly string[]> {
  return page.evaluate((part) => {
    const canvas = document.querySelector('canvas')!;
    const over = document.querySelector('.u-over')!.getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    const pixels = (length: number) => Math.round(length * devicePixelRatio);
    const height = pixels(over.height);
    // Reads from a copy, because reading a canvas may switch that canvas to software rendering.
    const copy = new OffscreenCanvas(1, height).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(canvas, -pixels(over.left - box.left + over.width * part), -pixels(over.top - box.top));
    const { data } = copy.getImageData(0, 0, 1, height);
    return Array.from(
      { length: height },
      (_, row) => `rgb(${data[row * 4]!}, ${data[row * 4 + 1]!}, ${data[row * 4 + 2]!})`,
    );
  }, place);
}

/**
 * Returns the parts of a chart bar from top to bottom. Each part is `input`, `cachedInput` or `output`.
 * If the input is hatched, the list starts with `hatched`.
 * `place` is the horizontal position of the bar's middle, 0 at the left and 1 at the right.
 */
export async function partsOfBar(view: SpendTestPage, place: number): Promise<readonly string[]> {
  const swatch = async (name: string) =>
    view.page.locator(`.swatch.${name}`).evaluate((element) => getComputedStyle(element).color);
  const names = new Map([
    [await swatch('input'), 'input'],
    [await swatch('cached-input'), 'cachedInput'],
    [await swatch('output'), 'output'],
  ]);
  const colors = (await colorsAt(view, place)).map((color) => names.get(color) ?? '');
  const parts = colors.filter((color) => color !== '').filter((color, index, all) => color !== all[index - 1]);
  const input = colors.slice(colors.indexOf('input'), colors.lastIndexOf('input') + 1);
  const isHatched = input.filter((color) => color !== 'input').length > input.length / 10;
  return isHatched ? ['hatched', ...parts] : parts;
}
