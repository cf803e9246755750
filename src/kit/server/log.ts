/** The log: JSON lines. What could be a secret is replaced before it is written, wherever it stands. */
import pino from 'pino';

export type Log = pino.Logger;

const secretNames = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'checksum',
  'code',
  'refresh_token',
  'accessToken',
  'masterKey',
];
/** Codes of errors (`ECONNREFUSED`, `23505`, an exit code): shorter than any access code, or of the system's own form. */
const isErrorCode = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^(E[A-Z]+|ERR_[A-Z_]+|[0-9A-Z]{5})$/.test(value));
const censor = (value: unknown, path: string[]) => (path.at(-1) === 'code' && isErrorCode(value) ? value : '…');
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]);

/** Values that hide in text (all patterns bounded, so that a long line costs no more than its length): query parameters, bearer headers, connection strings. */
const inText: readonly [RegExp, string][] = [
  [/\b(checksum|token|invitation|sessionToken|secret|password|ticket|code|refresh_token)=[^&\s"']+/gi, '$1=…'],
  [/\bBearer\s+[\w.~+/=-]+/g, 'Bearer …'],
  // up to the last @ of the authority: a user name may itself be an address of mail
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s"'?#]{0,500}@/gi, '$1…@'],
  [/\bBasic\s+[\w+/=-]{8,}/g, 'Basic …'],
  // JSON at any depth, also when it stands as text inside JSON
  [
    /((\\{0,7})"(?:\w{0,40}password\w{0,40}|\w{0,40}token|\w{0,40}secret|authorization|set-cookie|cookie|checksum|master_?key|passwordhash)\2"\s*:\s*\2")(?:(?!\2").)+/gi,
    '$1…',
  ],
  [/\$argon2[^\s"']+/g, '…'],
  // some mail servers repeat what they refuse (RFC 4954 §4)
  [/\bAUTH\s+(PLAIN|LOGIN)\s+[\w+/=]+/gi, 'AUTH $1 …'],
  [/(?<![\w-])eyJ[\w-]{8,1000}\.[\w-]+\.[\w-]+/g, '…'],
];

/** The text without what could open a door. */
export const withoutSecrets = (text: string): string =>
  inText.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text);

/** The values that a query was asked with, of the error and of what caused it. */
function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'query' in error && 'params' in error && Array.isArray(error.params) ? [`params: ${error.params}`] : [];
  return [...own, ...valuesIn(error.cause)];
}

/** What was asked of the database goes into the log; what it was asked with does not, nor the row that did not fit: both are people's. */
function plainError(error: Error): object {
  const written = pino.stdSerializers.err(error);
  const cut = (text: string) => valuesIn(error).reduce((rest, values) => rest.replaceAll(values, 'params: …'), text);
  const loose: Record<string, unknown> = { ...written };
  // pg hangs the whole connection on the error of one that nobody uses
  const { params: _params, client: _client, detail, ...shown } = loose;
  const told = typeof detail === 'string' && !detail.startsWith('Failing row') ? { detail } : {};
  return { ...shown, ...told, message: cut(written.message), stack: cut(written.stack) };
}

/** `write` gets each finished line; the default is standard output. */
export function createLog(options: { level: string; write?: (line: string) => void }): Log {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor },
      serializers: { error: plainError, err: plainError },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}
