/** The one table of everything that the environment can set. */
import { isIP } from 'node:net';
import path from 'node:path';
import { list, numberIn, oneOf, optional, row } from './config-row.ts';
import { engineConfig } from './engine-config.ts';
import { filesConfig } from './files-config.ts';
import { inboundConfig } from './inbound-config.ts';
import { moneyConfig } from './money-config.ts';
import { socialConfig } from './social-config.ts';

const address = (text: string | undefined) => {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error('must be an address such as https://meet.example.org');
  return text.replace(/(?<!\/)\/+$/, '');
};
const yes = (standard: 'yes' | 'no') => (text: string | undefined) => {
  const given = text ?? standard;
  if (!/^(1|yes|true|on|0|no|false|off)$/i.test(given)) throw new Error('must be on or off');
  return /^(1|yes|true|on)$/i.test(given);
};
/** An address of one of these schemes. The text is not repeated in the refusal: it may hold a password. */
const urlOf = (schemes: RegExp, example: string) => (text: string | undefined) => {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !schemes.test(new URL(text).protocol)) throw new Error(`must be an address such as ${example}`);
  return text;
};

/** One address, one network, or one of the names that the web server knows. */
function isNetwork(text: string): boolean {
  const [ip = '', mask, ...more] = text.split('/');
  const version = isIP(ip);
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text);
  if (mask === undefined) return true;
  return more.length === 0 && /^\d{1,3}$/.test(mask) && Number(mask) >= 1 && Number(mask) <= (version === 4 ? 32 : 128);
}
const networks = (text: string | undefined) => {
  const given = list(text);
  if (!given.every(isNetwork)) throw new Error('must be IP addresses or networks such as 10.0.0.0/8, separated by commas');
  return given;
};
const masterKeys = (text: string | undefined) => {
  if (text === undefined) return null;
  const keys = list(text);
  if (keys.length === 0 || keys.some((key) => Buffer.from(key, 'base64url').length !== 32))
    throw new Error('must be 32 bytes in base64url (43 characters); several keys are separated by commas, the newest first');
  return text;
};

/** Everything that can be configured. */
export const configTable = {
  publicUrl: row({
    env: 'PUBLIC_URL',
    about: 'The address people use, as they see it through the proxy.',
    standard: 'http://localhost:PORT',
    read: address,
  }),
  host: row({
    env: 'HOST',
    about: 'The address to listen on; loopback unless told otherwise.',
    standard: '127.0.0.1',
    read: (text) => text ?? '127.0.0.1',
  }),
  port: row({
    env: 'PORT',
    about: 'The port to listen on. When it is not set and 3000 is taken, a free one is used and told.',
    standard: '3000',
    read: (text) => (text === undefined ? null : numberIn(0, 65_535, 3000)(text)),
  }),
  dataDir: row({
    env: 'DATA_DIR',
    about: 'Where the embedded database, the key of the secrets and files are kept.',
    standard: 'data',
    read: (text) => path.resolve(text ?? 'data'),
  }),
  databaseUrl: row({
    env: 'DATABASE_URL',
    about:
      'A PostgreSQL server (15 or newer), as the owner of an own database. A pooler in front of it has to pool sessions, not transactions. Not set: the embedded one.',
    standard: 'embedded',
    secret: true,
    read: urlOf(/^postgres(ql)?:$/, 'postgres://owner:password@host:5432/atrium'),
  }),
  databaseRoles: row({
    env: 'DATABASE_ROLES',
    about: 'Prefix of the two database roles that serve. Change it when two installations share a server.',
    standard: 'atrium',
    read: (text) => {
      if (text !== undefined && !/^[a-z][a-z0-9_]{0,30}$/.test(text)) throw new Error('must be lower-case letters, digits and _');
      return text ?? 'atrium';
    },
  }),
  databaseConnections: row({
    env: 'DATABASE_CONNECTIONS',
    about: 'Connections per process and role. PostgreSQL needs up to 50 MB for each.',
    standard: '10',
    read: numberIn(2, 200, 10),
  }),
  masterKey: row({
    env: 'MASTER_KEY',
    about:
      'Key of the secrets at rest: 32 bytes in base64url; after a rotation several, the newest first. Not set: kept in DATA_DIR.',
    standard: 'DATA_DIR/master.key',
    secret: true,
    read: masterKeys,
  }),
  processes: row({
    env: 'PROCESSES',
    about: 'What this process does: everything, only web (with its engines unless ENGINE=off), only worker, or only engine.',
    standard: 'all',
    read: oneOf(['all', 'web', 'worker', 'engine'], 'all'),
  }),
  trustedProxies: row({
    env: 'TRUSTED_PROXIES',
    about: 'Addresses or networks of proxies whose X-Forwarded-* headers count, comma-separated.',
    standard: 'none',
    read: networks,
  }),
  tlsCertFile: row({
    env: 'TLS_CERT_FILE',
    about: 'Certificate chain (PEM) to serve HTTPS without a proxy.',
    standard: 'none',
    read: optional,
  }),
  tlsKeyFile: row({ env: 'TLS_KEY_FILE', about: 'Key (PEM) of that certificate.', standard: 'none', read: optional }),
  signUp: row({
    env: 'SIGN_UP',
    about: 'Who may sign up: open, domain (see SIGN_UP_DOMAINS), invitation, approval, or closed.',
    standard: 'open',
    read: oneOf(['open', 'domain', 'invitation', 'approval', 'closed'], 'open'),
  }),
  signUpDomains: row({
    env: 'SIGN_UP_DOMAINS',
    about: 'Mail domains that may sign up when SIGN_UP is domain, comma-separated.',
    standard: 'none',
    read: (text) => list(text).map((one) => one.toLowerCase()),
  }),
  disposableDomainsFile: row({
    env: 'DISPOSABLE_DOMAINS_FILE',
    about:
      'A file with more domains of mailboxes that live for minutes, one a line; a line with ! before it takes one out of the shipped list.',
    standard: 'the shipped list alone',
    read: (text) => (text === undefined ? null : path.resolve(text)),
  }),
  smtpUrl: row({
    env: 'SMTP_URL',
    about:
      'Mail server, as smtp://user:password@host:587 or smtps://…. Not set: the one in the settings; without either, mails stay in the local outbox.',
    standard: 'local outbox',
    secret: true,
    read: urlOf(/^smtps?:$/, 'smtp://user:password@host:587'),
  }),
  mailFrom: row({
    env: 'MAIL_FROM',
    about: 'Sender of our mails.',
    standard: 'Atrium <no-reply@localhost>',
    read: (text) => text ?? 'Atrium <no-reply@localhost>',
  }),
  ...inboundConfig,
  ...filesConfig,
  ...engineConfig,
  allowPrivateServers: row({
    env: 'ALLOW_PRIVATE_SERVERS',
    about: 'Whether BBB servers and callbacks may have addresses inside this machine or its networks: on or off.',
    standard: 'on when PUBLIC_URL is on this machine, else off',
    read: (text) => (text === undefined ? null : yes('no')(text)),
  }),
  recaptchaSiteKey: row({
    env: 'RECAPTCHA_SITE_KEY',
    about: 'Site key of reCAPTCHA v3. Not set: our own proof of work.',
    standard: 'own proof of work',
    read: optional,
  }),
  recaptchaSecret: row({
    env: 'RECAPTCHA_SECRET',
    about: 'Secret key of reCAPTCHA v3.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  googleClientId: row({
    env: 'GOOGLE_CLIENT_ID',
    about: 'Client id of the search-engine account sign-in, told to the browser.',
    standard: 'none',
    read: optional,
  }),
  facebookAppId: row({
    env: 'FACEBOOK_APP_ID',
    about: 'App id of the social network sign-in, told to the browser.',
    standard: 'none',
    read: optional,
  }),
  ...socialConfig,
  ...moneyConfig,
  tagManagerId: row({
    env: 'TAG_MANAGER_ID',
    about: 'Id of the tag manager; it is loaded only after consent.',
    standard: 'none',
    read: optional,
  }),
  attendanceDays: row({
    env: 'ATTENDANCE_DAYS',
    about: 'Days after which who was in a meeting and its groups, and what its polls showed, is deleted.',
    standard: '365',
    read: numberIn(1, 3650, 365),
  }),
  graceDays: row({
    env: 'ACCOUNT_GRACE_DAYS',
    about: 'Days between the closing of an account and its erasure, in which its owner can open it again.',
    standard: '30',
    read: numberIn(1, 365, 30),
  }),
  backupDays: row({
    env: 'BACKUP_DAYS',
    about: 'Days after which your last backup that holds something erased is gone; told to whoever closes an account.',
    standard: '30',
    read: numberIn(0, 3650, 30),
  }),
  metricsToken: row({
    env: 'METRICS_TOKEN',
    about: 'Bearer token for /metrics. Not set: /metrics answers 404.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  logLevel: row({
    env: 'LOG_LEVEL',
    about: 'debug, info, warn, error or silent.',
    standard: 'info',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }),
  showSetupLink: row({
    env: 'FIRST_RUN_LINK',
    about: 'Whether the first start prints the one-time link for the operator’s account: on or off.',
    standard: 'on',
    read: yes('yes'),
  }),
};
