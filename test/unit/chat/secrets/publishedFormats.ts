import { gitleaksFormats, gitleaksLines, type PublishedFormat } from './gitleaksFormats.ts';
import type { SecretKind } from './secretSamples.ts';
import { randomTexts } from './tokenSamples.ts';

/** The formats that the rules of secretlint 13 document, as far as gitleaks does not know them. */
const secretlintFormats: readonly PublishedFormat[] = [
  ['secretlint-cloudflare', 'cloudflare', 'cfk_[A-Za-z0-9]{40}[0-9a-f]{8}', 'cfat_[A-Za-z0-9]{40}[0-9a-f]{8}'],
  ['secretlint-docker', 'docker', 'dckr_pat_[a-zA-Z0-9_-]{27}'],
  ['secretlint-figma', 'figma', 'figd_[A-Za-z0-9_-]{40}'],
  ['secretlint-grafana', 'grafana', 'glc_[A-Za-z0-9+/]{64}'],
  ['secretlint-groq', 'groq', 'gsk_[a-zA-Z0-9]{52}'],
  ['secretlint-hashicorp-vault', 'vault', 'hvs\\.[A-Za-z0-9_-]{90}', 'hvr\\.[A-Za-z0-9_-]{90}'],
  ['secretlint-notion', 'notion', 'ntn_[0-9]{11}[A-Za-z0-9]{35}'],
  [
    'secretlint-openai',
    'openai',
    'sk-proj-[A-Za-z0-9_-]{74}T3BlbkFJ[A-Za-z0-9_-]{74}',
    'sk-[a-z0-9]{20}T3BlbkFJ[a-z0-9]{20}',
  ],
  ['secretlint-stripe', 'stripe', 'rk_live_[a-zA-Z0-9]{24}'],
  ['secretlint-tailscale', 'tailscale', 'tskey-auth-[0-9A-Za-z]{16}-[0-9A-Za-z]{32}'],
  ['secretlint-vercel', 'vercel', 'vc[piark]_[A-Za-z0-9]{24}'],
];

/** Texts with credentials, from the documentation of gitleaks' and secretlint's rules. `%` stands for the value. */
const publishedTexts: Readonly<Record<string, readonly [value: string, ...texts: readonly string[]]>> = {
  'secretlint-database-connection-string': [
    '(?:passW0rd|mySecret)[0-9]{3,4}',
    'mongodb+srv://user:%@prod-cluster.mongodb.net/production?retryWrites=true',
    'mongodb://devuser:%@dev.mongodb.com:27017/dev_db',
    'mysql://devuser:%@localhost:3306/dev_db',
    'postgresql://admin:%@db.shop.com:5432/shop',
  ],
  'secretlint-npm': [
    '[a-z0-9]{8}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{12}',
    '//registry.npmjs.org/:_authToken=%',
    'https://%:x-oauth-basic@github.com/shop/shop.git',
  ],
  'curl-auth-user': [
    '[a-z][A-Z0-9][a-zA-Z0-9]{10}[!t]',
    'curl -u ":%" https://localhost:9200',
    'curl -u "%:" https://localhost:9200',
    'curl -k -X POST https://cache:11222/rest \\\n  -u developer:%',
    'curl --user=developer:% https://localhost:9200',
  ],
  'curl-auth-header': [
    '[a-zA-Z0-9]{24}',
    "curl --header  'Authorization:  Bearer %'",
    'curl -X POST --header "Api-Token: %"',
    "curl -H 'X-Api-Key: %' \\",
  ],
  'sidekiq-sensitive-url': [
    '[a-f0-9]{8}:[a-f0-9]{8}',
    'https://%@gems.contribsys.com/',
    'http://%@enterprise.contribsys.com:80/path?param1=true#heading1',
  ],
  'kubernetes-secret-yaml': [
    '[A-Za-z0-9+/]{15}=',
    'apiVersion: v1\nkind: Secret\ndata:\n\tpassword: %\n',
    "data:\n\textra: '%'\nkind: 'Secret'\nmetadata:\n\tname: 'a'\n",
    'kind: Secret\ntype: Opaque\ndata:\n  .dockercfg: |\n    %\n',
  ],
};

/**
 * Returns the kinds of secrets that gitleaks and secretlint document, with generated samples: each format once in each
 * line. The same seed returns the same samples.
 */
export function publishedKinds(seed: number): readonly SecretKind[] {
  const formats = [...gitleaksFormats, ...secretlintFormats].map(([name, service, ...patterns]) => ({
    name,
    path: '',
    samples: patterns.flatMap((pattern) =>
      randomTexts(withEqualChances(pattern), gitleaksLines.length, seed).map((secret, index) =>
        fill(gitleaksLines[index] ?? '', secret, service),
      ),
    ),
  }));
  const texts = Object.entries(publishedTexts).map(([name, [pattern, ...lines]]) => ({
    name,
    path: '',
    samples: lines.flatMap((line) => randomTexts(withEqualChances(pattern), 10, seed).map((each) => fill(line, each))),
  }));
  return [...formats, ...texts];
}

function fill(line: string, secret: string, service = ''): string {
  return line
    .replace('{name}', service)
    .replace('{NAME}', service.toUpperCase())
    .replace('%', () => secret);
}

/**
 * Replaces each range by its characters. Otherwise, `-` would be as frequent in texts that match `[a-z-]` as all letters
 * together.
 */
function withEqualChances(pattern: string): string {
  return pattern.replace(/\[((?:\\.|[^\]\\])+)\]/g, (_, content: string) => {
    const spelled = content
      .replace('\\w', 'a-zA-Z0-9_')
      .replace(/(\w)-(\w)/g, (__, from: string, to: string) => charactersBetween(from, to));
    return `[${spelled.replace(/\\?-/g, '\\-')}]`;
  });
}

function charactersBetween(from: string, to: string): string {
  const [start, end] = [from.charCodeAt(0), to.charCodeAt(0)];
  return String.fromCharCode(...Array.from({ length: end - start + 1 }, (_, index) => start + index));
}
