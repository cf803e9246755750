/** The log: JSON lines. What could be a secret is replaced before it is written, wherever it stands. */
import pino from 'pino';

export type Log = pino.Logger;

const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'checksum', 'code', 'refresh_token', 'accessToken', 'masterKey'];
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]);

/** Values that hide in text: query parameters, bearer headers, connection strings. */
const inText: readonly [RegExp, string][] = [
  [/\b(checksum|token|sessionToken|secret|password|ticket|code|refresh_token)=[^&\s"']+/gi, '$1=…'],
  [/\bBearer\s+[\w.~+/=-]+/g, 'Bearer …'],
  [/(\w+:\/\/[^:/\s@]+):[^@/\s]+@/g, '$1:…@'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, '…'],
];

/** The text without what could open a door. */
export const withoutSecrets = (text: string): string => inText.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text);

/** `write` gets each finished line; the default is standard output. */
export function createLog(options: { level: string; write?: (line: string) => void }): Log {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '…' },
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}
