import { randomTexts } from './tokenSamples.ts';

/**
 * One kind of secret. Each sample is a text with a generated secret. `path` is the path of the file with the text, or an
 * empty string for text that is not from a file.
 */
export interface SecretKind {
  readonly name: string;
  readonly path: string;
  readonly samples: readonly string[];
}

const samplesPerKind = 40;

/**
 * The formats of keys and tokens as patterns, from the documentation of the services and the rules of gitleaks and
 * secretlint. The secrets are generated, so that secret scanners do not report this file.
 */
const tokenFormats: Readonly<Record<string, string>> = {
  '1Password service account token': 'ops_eyJ[a-zA-Z0-9+/]{250}',
  '1Password secret key': 'A3-[A-Z0-9]{6}-[A-Z0-9]{11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
  'Adafruit key': 'aio_[a-zA-Z0-9]{28}',
  'Age secret key': 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}',
  'Airtable token': 'pat[a-zA-Z0-9]{14}\\.[a-f0-9]{64}',
  'Amazon Bedrock key': 'ABSK[a-zA-Z0-9+/]{109}',
  'Anthropic key': 'sk-ant-api03-[a-zA-Z0-9_-]{93}AA',
  'AWS access key': '(?:AKIA|ASIA)[A-Z2-7]{16}',
  'Azure client secret': '[a-zA-Z0-9]{3}[0-9]Q~[a-zA-Z0-9_.-]{34}',
  'Databricks token': 'dapi[a-f0-9]{32}',
  'DigitalOcean token': 'dop_v1_[a-f0-9]{64}',
  'Docker token': 'dckr_pat_[a-zA-Z0-9_-]{27}',
  'Doppler token': 'dp\\.pt\\.[a-zA-Z0-9]{43}',
  'Dynatrace token': 'dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
  'Facebook token': '[0-9]{15}\\|[a-zA-Z0-9_-]{27}',
  'Figma token': 'figd_[a-zA-Z0-9_-]{40}',
  'Fly.io token': '(?:fm1a|fm1r|fm2)_[a-zA-Z0-9+/]{120}',
  'GitHub token': '(?:ghp|gho|ghu|ghs|ghr)_[a-zA-Z0-9]{36}',
  'GitHub fine-grained token': 'github_pat_[a-zA-Z0-9_]{82}',
  'GitLab token': '(?:glpat|gldt|glrt|glsoat|glft)-[a-zA-Z0-9_-]{20}',
  'Google API key': 'AIza[a-zA-Z0-9_-]{35}',
  'Grafana API key': 'eyJrIjoi[a-zA-Z0-9]{80}',
  'Grafana Cloud token': 'glc_[a-zA-Z0-9+/]{40}',
  'Grafana token': 'glsa_[a-zA-Z0-9]{32}_[a-fA-F0-9]{8}',
  'Groq key': 'gsk_[a-zA-Z0-9]{52}',
  'Heroku key': 'HRKU-AA[a-zA-Z0-9_-]{58}',
  'Hugging Face token': 'hf_[a-zA-Z]{34}',
  'JSON Web Token': 'eyJ[a-zA-Z0-9]{30}\\.eyJ[a-zA-Z0-9_-]{60}\\.[a-zA-Z0-9_-]{43}',
  'JSON Web Token in Base64': 'ZXlKaGJHY2lPaU[a-zA-Z0-9+/_-]{60}',
  'Linear key': 'lin_api_[a-zA-Z0-9]{40}',
  'npm token': 'npm_[a-zA-Z0-9]{36}',
  'Notion token': 'ntn_[0-9]{11}[a-zA-Z0-9]{35}',
  'OpenAI key': 'sk-proj-[a-zA-Z0-9_-]{74}T3BlbkFJ[a-zA-Z0-9_-]{74}',
  'Perplexity key': 'pplx-[a-zA-Z0-9]{48}',
  'PlanetScale password': 'pscale_pw_[a-zA-Z0-9_-]{43}',
  'Postman key': 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'Pulumi token': 'pul-[a-f0-9]{40}',
  'PyPI token': 'pypi-AgEIcHlwaS5vcmc[a-zA-Z0-9_-]{60}',
  'RubyGems key': 'rubygems_[a-f0-9]{48}',
  'SendGrid key': 'SG\\.[a-zA-Z0-9_-]{22}\\.[a-zA-Z0-9_-]{43}',
  'Sentry token': 'sntryu_[a-f0-9]{64}',
  'Shopify token': 'shpat_[a-fA-F0-9]{32}',
  'Slack token': 'xoxb-[0-9]{12}-[0-9]{12}-[a-zA-Z0-9]{24}',
  'SonarQube token': '(?:squ|sqp|sqa)_[a-f0-9]{40}',
  'Square token': 'sq0atp-[a-zA-Z0-9_-]{22}',
  'Stripe key': '[sr]k_live_[a-zA-Z0-9]{24}',
  'Tailscale key': 'tskey-api-[a-zA-Z0-9]{16}-[a-zA-Z0-9]{32}',
  'Telegram token': '[0-9]{10}:AA[a-zA-Z0-9_-]{33}',
  'Terraform token': '[a-zA-Z0-9]{14}\\.atlasv1\\.[a-zA-Z0-9_-]{64}',
  'Vault token': 'hvs\\.[a-zA-Z0-9_-]{95}',
};

/** Ways to write a token. */
const tokenLines: readonly string[] = [
  'service_token = "%"',
  'SERVICE_TOKEN=%',
  '{ "serviceToken": "%" }',
  "const serviceToken = '%';",
  'run --token %',
  'The value is %, keep it safe.',
];

const password = '[a-z]{3,8}[A-Z][a-z0-9]{2,6}[!@*_+-][0-9]{1,4}';
const base62 = '[a-zA-Z0-9]{32}';

/**
 * For each kind of secret: the path (see SecretKind), the pattern of the value, and lines in which a generated value
 * replaces `%`.
 */
const namedForms: Readonly<Record<string, readonly [path: string, value: string, ...lines: readonly string[]]>> = {
  'password in .envrc text': ['', password, 'export DB_PASSWORD=%', 'export PGPASSWORD="%"', "export SMTP_PASS='%'"],
  'short key': ['app.ini', '[a-z0-9]{15}', 'dropbox_token = %', 'export CONFLUENT_TOKEN="%"'],
  'password of a command': ['', password, 'run --password %', 'mysql -u shop -p% shop', 'ENV DB_PASSWORD %'],
  'password in a sentence': ['', password, 'My password is %', 'Passwort: %'],
  'unquoted password': ['', password, 'DB_PASSWORD=%', 'db.password=%', 'spring.datasource.password = %'],
  'lower-case password': ['config.ini', '[a-z]{10,16}', 'DB_PASSWORD=%', 'password = %'],
  'password in YAML': [
    'app.yml',
    password,
    'password: %',
    '  POSTGRES_PASSWORD: "%"',
    "- smtp_password: '%'",
    'password: |\n  %',
  ],
  'password in a connection string': [
    'appsettings.json',
    '[a-zA-Z0-9!+-]{10,16}',
    '"Default": "Server=db;Database=shop;User Id=sa;Password=%;"',
    'Data Source=db;Pwd=%;Encrypt=true',
  ],
  'password in a connection string in code': ['Db.cs', password, 'var text = "Server=db;User Id=sa;Password=%;";'],
  'PHP constant': ['config.php', password, "define('DB_PASSWORD', '%');", 'define("SMTP_PASSWORD", "%");'],
  'password in XML': ['settings.xml', password, '<password>%</password>', '<add key="ClearTextPassword" value="%" />'],
  'password in SQL': ['users.sql', password, "CREATE USER shop WITH PASSWORD '%';", "ALTER USER a IDENTIFIED BY '%';"],
  'password in a URL': [
    'notes.txt',
    '[a-zA-Z0-9]{8,20}',
    'postgres://shop:%@db.internal:5432/shop',
    'amqps://shop:%@queue.internal/',
    'https://robot:%@git.internal/shop.git',
    'redis://:%@cache.internal:6379',
  ],
  'password of curl': [
    '',
    password,
    'curl -u robot:% https://api.internal',
    "curl --user 'robot:%' https://api.internal",
  ],
  'token in .yarnrc.yml': ['app.yml', base62, 'npmAuthToken: %', 'npmAuthToken: "%"', '    npmAuthIdent: robot:%'],
  'client key of kubectl': [
    'config.yaml',
    'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ[a-zA-Z0-9+/]{200}',
    'client-key-data: %',
  ],
  'token of kubectl': ['config.yaml', '[a-z0-9]{6}\\.[a-z0-9]{32}', '    token: %'],
  'Slack webhook': ['', 'T[A-Z0-9]{8}/B[A-Z0-9]{8}/[a-zA-Z0-9]{24}', 'https://hooks.slack.com/services/%'],
  'Discord webhook': ['', '[0-9]{18}/[a-zA-Z0-9_-]{68}', 'https://discord.com/api/webhooks/%'],
  'bearer token': [
    '',
    base62,
    'Authorization: Bearer %',
    "-H 'authorization: bearer %'",
    '"Authorization": "Bearer %"',
  ],
  'API key in code': ['client.ts', base62, "const apiKey = '%';", 'headers["X-Api-Key"] = "%";', 'client_secret: "%",'],
  'API key in hexadecimal': ['client.py', '[a-f0-9]{32}', 'API_KEY = "%"', "auth_token='%'", 'secret_key: str = "%"'],
  netrc: [
    'logins.txt',
    password,
    'machine git.internal login robot password %',
    'machine a\n  login b\n  password %\n',
  ],
  npmrc: ['registry.txt', base62, '//registry.internal/:_authToken=%'],
  'Azure storage key': ['', '[a-zA-Z0-9+/]{86}==', 'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=%;'],
  'AWS secret key': ['', '[a-zA-Z0-9+/]{40}', 'aws_secret_access_key = %', 'AWS_SECRET_ACCESS_KEY=%'],
};

/** Returns the kinds of secrets with generated samples. The same seed returns the same samples. */
export function secretKinds(seed: number): readonly SecretKind[] {
  const tokens = Object.entries(tokenFormats).map(([name, format]) => ({
    name,
    path: 'notes.md',
    samples: fill(format, tokenLines, seed),
  }));
  const named = Object.entries(namedForms).map(([name, [path, value, ...lines]]) => ({
    name,
    path,
    samples: fill(value, lines, seed),
  }));
  const docker = generate('[a-z]{4,8}:[a-zA-Z0-9!-]{10,20}', seed).map(
    (login) => `{ "auths": { "a": { "auth": "${btoa(login)}" } } }`,
  );
  const privateKeys = generate('[a-zA-Z0-9+/]{400}', seed).map((body, index) => {
    const type = ['RSA ', 'EC ', 'OPENSSH ', ''][index % 4] ?? '';
    return [`-----BEGIN ${type}PRIVATE`, ` KEY-----\n${body}\n-----END`, ` ${type}PRIVATE KEY-----`].join('');
  });
  return [
    ...tokens,
    ...named,
    { name: 'login of Docker', path: 'settings.json', samples: docker },
    { name: 'private key', path: 'notes.txt', samples: privateKeys },
  ];
}

function fill(format: string, lines: readonly string[], seed: number): readonly string[] {
  return generate(format, seed).map((value, index) => (lines[index % lines.length] ?? '').replace('%', () => value));
}

function generate(format: string, seed: number): readonly string[] {
  return randomTexts(format, samplesPerKind, seed);
}
