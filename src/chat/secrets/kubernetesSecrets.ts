import type { SecretRule } from './secretRule.ts';

const kindSecret = /\bkind["']?:\s{0,4}["']?secret\b/i;
const data = /\bdata["']?:/gi;
/** The length of the searched part, which starts with `data:`, in UTF-16 code units. */
const dataLength = 4_000;
const value = /(?:^[ \t]{1,40}|:[ \t]{1,4}["']?)(?<value>[A-Za-z\d+/]{8,4000}={0,3})(?=["'\s,]|$)/gm;

/** Finds the values in manifests of Kubernetes secrets. The values' names may be anything, so they are not checked. */
export const findKubernetesSecrets: SecretRule = function* (text) {
  if (!kindSecret.test(text)) return;
  let searched = 0;
  for (const { index } of text.matchAll(data)) {
    if (index < searched) continue;
    searched = index + dataLength;
    for (const { groups } of text.slice(index, searched).matchAll(value)) {
      const found = groups?.['value'];
      if (found !== undefined && found.length % 4 === 0) yield found;
    }
  }
};
