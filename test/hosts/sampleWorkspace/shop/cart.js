/** Prices are in cents, so that they add up exactly. */
export function total(items, discountPercent = 0) {
  const sum = items.reduce((cents, { price, quantity }) => cents + price * quantity, 0);
  return sum - Math.floor((sum * discountPercent) / 100);
}

/** Puts the same article into one line. */
export function mergeLines(items) {
  const lines = new Map();
  for (const item of items) {
    const line = lines.get(item.article);
    if (line === undefined) lines.set(item.article, { ...item });
    else line.quantity += item.quantity;
  }
  return [...lines.values()];
}

export function formatPrice(cents) {
  return `$${(cents / 100).toFixed(2)}`;
}
