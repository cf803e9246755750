export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** Facts of a log line: ids and counts, never secrets, tokens, checksums, names or addresses of people. */
export type LogFacts = Record<string, string | number | null>;
export type EngineLog = (level: LogLevel, text: string, facts?: LogFacts) => void;

/** One JSON object per line; warnings and errors on stderr, the rest on stdout. */
export function jsonLog(out: {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  now(): number;
}): EngineLog {
  return (level, text, facts) => {
    if (level === 'debug') return;
    const line = `${JSON.stringify({ time: out.now(), level, part: 'engine', msg: text, ...facts })}\n`;
    if (level === 'info') out.stdout.write(line);
    else out.stderr.write(line);
  };
}
