import fc from 'fast-check';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigInvalid, readConfig } from './config.ts';
import { configTable } from './config-table.ts';

type Name = keyof typeof configTable;
const rows = Object.entries(configTable);

/** Defaults that are described in words because they depend on something else. */
const inWords: readonly string[] = [
  'DISPOSABLE_DOMAINS_FILE',
  'ENGINE_LISTEN',
  'ENGINE_ADDRESS',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_SECRET',
  'OIDC_PROVIDERS',
  'PUBLIC_URL',
  'ALLOW_PRIVATE_SERVERS',
  'ENGINES',
  'PORT',
  'DATABASE_URL',
  'MASTER_KEY',
  'TRUSTED_PROXIES',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'SIGN_UP_DOMAINS',
  'SMTP_URL',
  'STORAGE',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'ENGINE_BIND',
  'ENGINE_ANNOUNCE',
  'ENGINE_TURN_TCP_PORT',
  'STUN_URLS',
  'TURN_URLS',
  'TURN_SECRET',
  'TURN_USER',
  'TURN_PASSWORD',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_SECRET',
  'GOOGLE_CLIENT_ID',
  'FACEBOOK_APP_ID',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_ADDRESS',
  'TAG_MANAGER_ID',
  'METRICS_TOKEN',
  'CLAMD_URL',
  'INBOUND_ADDRESS',
  'INBOUND_SMTP_PORT',
  'INBOUND_IMAP_URL',
  'INBOUND_AUTHSERV_ID',
];

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message;
    throw error;
  }
  return '';
};

test('an empty environment is a good one, and empty values count as not set', () => {
  const config = readConfig({});
  expect(Object.keys(config).sort()).toEqual([...Object.keys(configTable), 'given'].sort());
  expect(readConfig(Object.fromEntries(rows.map(([, row]) => [row.env, '  '])))).toEqual(config);
  expect(config).toMatchObject({
    publicUrl: null,
    host: '127.0.0.1',
    port: null,
    dataDir: path.resolve('data'),
    databaseUrl: null,
    databaseRoles: 'atrium',
    databaseConnections: 10,
    masterKey: null,
    processes: 'all',
    trustedProxies: [],
    signUp: 'open',
    signUpDomains: [],
    smtpUrl: null,
    engine: 'on',
    engineUdpPort: 0,
    engineTurnTcpPort: 0,
    attendanceDays: 365,
    metricsToken: null,
    logLevel: 'info',
    showSetupLink: true,
  });
});

test.each(rows.filter(([, row]) => !inWords.includes(row.env)).map(([name, row]) => [row.env, name, row] as const))(
  'the documented default of %s is what is used without it',
  (_env, _name, row) => {
    expect(row.read(row.standard)).toEqual(row.read(undefined));
  },
);

test('every row has a name of its own, a sentence and a default to read', () => {
  expect(new Set(rows.map(([, row]) => row.env)).size).toBe(rows.length);
  for (const [, row] of rows) {
    expect(row.env).toMatch(/^[A-Z][A-Z0-9_]*$/);
    expect(row.about).toMatch(/^\w.{10,}[.…]$/);
    expect(row.standard).not.toBe('');
  }
});

test('what could open a door is marked as a secret', () => {
  const marked = rows.filter(([, row]) => row.secret === true).map(([, row]) => row.env);
  expect(marked.sort()).toEqual([
    'DATABASE_URL',
    'FACEBOOK_APP_SECRET',
    'GOOGLE_CLIENT_SECRET',
    'INBOUND_IMAP_URL',
    'MASTER_KEY',
    'METRICS_TOKEN',
    'OIDC_PROVIDERS',
    'RECAPTCHA_SECRET',
    'S3_SECRET_KEY',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRETS',
    'TURN_PASSWORD',
    'TURN_SECRET',
  ]);
});

test.each([
  [{ ENGINE_ANNOUNCE: '203.0.113.7:40000' }, 'ENGINE_ANNOUNCE needs ENGINE_UDP_PORT'],
  [{ TURN_URLS: 'turn:t.example' }, 'TURN_URLS needs TURN_SECRET'],
  [{ TURN_URLS: 'turn:t.example', TURN_USER: 'us' }, 'TURN_USER and TURN_PASSWORD belong together'],
  [{ TURN_URLS: 'turn:t.example', TURN_PASSWORD: 'pw' }, 'TURN_USER and TURN_PASSWORD belong together'],
  [{ TURN_URLS: 'turn:t.example', TURN_USER: 'us', TURN_PASSWORD: 'pw', TURN_SECRET: 'shh' }, 'set one of them'],
  [{ TURN_SECRET: 'shh' }, 'need TURN_URLS'],
  [{ INBOUND_SMTP_PORT: '25' }, 'need INBOUND_ADDRESS'],
  [{ INBOUND_IMAP_URL: 'imaps://u:shh@imap.example.org' }, 'need INBOUND_ADDRESS'],
])('%j does not work together, and that is said', (env: Record<string, string>, words) => {
  expect(refusal(env)).toContain(words);
  expect(refusal(env)).not.toMatch(/shh|pw\b/);
});

test.each([
  { ENGINE_ANNOUNCE: '203.0.113.7', ENGINE_UDP_PORT: '40000' },
  { TURN_URLS: 'turn:t.example', TURN_SECRET: 'shh' },
  { TURN_URLS: 'turn:t.example', TURN_USER: 'us', TURN_PASSWORD: 'pw' },
  { INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_IMAP_URL: 'imap://u:shh@127.0.0.1:1143/Replies' },
])('%j works together', (env: Record<string, string>) => expect(refusal(env)).toBe(''));

const wrong: readonly (readonly [string, string])[] = [
  ['ALLOW_PRIVATE_SERVERS', 'perhaps'],
  ['PUBLIC_URL', 'meet.example.org'],
  ['PUBLIC_URL', 'ftp://meet.example.org'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'not an address'],
  ['DATABASE_ROLES', 'Robert"; drop'],
  ['DATABASE_CONNECTIONS', '1'],
  ['MASTER_KEY', 'short'],
  ['PROCESSES', 'both'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['SIGN_UP', 'everybody'],
  ['SMTP_URL', 'mail.example.org:587'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['ENGINE', 'yes please'],
  ['ENGINE_UDP_PORT', '70000'],
  ['ENGINE_ANNOUNCE', 'meet.example.org'],
  ['ENGINE_ANNOUNCE', '203.0.113.7:70000'],
  ['ENGINE_TURN_TCP_PORT', 'on'],
  ['ATTENDANCE_DAYS', '0'],
  ['LOG_LEVEL', 'loud'],
  ['INBOUND_ADDRESS', 'seventeen-letters@example.com'],
  ['INBOUND_ADDRESS', 'mail+x@example.com'],
  ['INBOUND_ADDRESS', 'mail@localhost'],
  ['INBOUND_SMTP_PORT', '0'],
  ['INBOUND_IMAP_URL', 'imap://u:p@imap.example.org'],
  ['INBOUND_IMAP_URL', 'imaps://imap.example.org'],
  ['FIRST_RUN_LINK', 'maybe'],
];
test.each(wrong)('%s=%s is refused, and the variable is named', (env, value) => {
  expect(refusal({ [env]: value })).toContain(env);
});

test('wrong values of all variables are told at once', () => {
  const told = refusal(Object.fromEntries(wrong));
  for (const [env] of wrong) expect(told).toContain(env);
});

test('the sentence about a wrong secret does not repeat it', () => {
  for (const [, row] of rows.filter(([, one]) => one.secret === true))
    expect(refusal({ [row.env]: 'seeded hunter2 secret' })).not.toContain('hunter2');
});

test('addresses lose the slash at their end, lists their spaces', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://meet.example.org//',
    TRUSTED_PROXIES: ' 10.0.0.0/8, ::1 ,,loopback',
    SIGN_UP_DOMAINS: 'Example.ORG',
    STUN_URLS: 'stun:a:1, stun:b:2',
  });
  expect(config).toMatchObject({
    publicUrl: 'https://meet.example.org',
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    signUpDomains: ['example.org'],
    stunUrls: ['stun:a:1', 'stun:b:2'],
  });
});

test.each([
  ['203.0.113.7', { address: '203.0.113.7', port: null }],
  ['203.0.113.7:40000', { address: '203.0.113.7', port: 40_000 }],
  ['[2001:db8::1]:40000', { address: '2001:db8::1', port: 40_000 }],
  ['2001:db8::1', { address: '2001:db8::1', port: null }],
])('the announced address %s is understood', (text, meant) => {
  expect(readConfig({ ENGINE_ANNOUNCE: text, ENGINE_UDP_PORT: '40000' }).engineAnnounce).toEqual(meant);
});

test.each([
  ['on', true],
  ['yes', true],
  ['1', true],
  ['TRUE', true],
  ['off', false],
  ['no', false],
  ['0', false],
  ['false', false],
])('FIRST_RUN_LINK=%s means %s', (text, meant) => {
  expect(readConfig({ FIRST_RUN_LINK: text }).showSetupLink).toBe(meant);
});

test('no text in any variable ever ends in anything but a value or the plain refusal', () => {
  const names = rows.map(([name]) => name);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ maxLength: 60 }), (name, text) => {
      const row = configTable[isName(name) ? name : 'port'];
      const told = refusal({ [row.env]: text });
      if (told !== '')
        expect(
          told
            .split('\n')
            .slice(1)
            .every((line) => line.startsWith('  ') && line.includes(row.env)),
        ).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
function isName(name: string): name is Name {
  return Object.hasOwn(configTable, name);
}
