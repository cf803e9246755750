/** What stands on the operator's command line, and how answers and troubles are written below it. */
import { parseArgs } from 'node:util';
import { Failure } from '#kit/errors.ts';
import { ConfigInvalid } from '#kit/server/config/config.ts';
import { SchemaTooNew } from '#kit/server/db/migrate.ts';
import type { AdminCommand, AdminArguments, AdminOutcome } from './admin-command.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

const text = { type: 'string' } as const;
const options = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  name: text,
  email: text,
  organisation: text,
  kind: text,
  role: text,
  locale: text,
  zone: text,
  search: text,
  state: text,
  file: text,
  url: text,
  secret: text,
  tags: text,
  pool: text,
  region: text,
  multiplier: text,
  mode: text,
  size: text,
  room: text,
  account: text,
  after: text,
} as const;

export const usage = (commands: readonly AdminCommand[]): string => `npm run admin -- <noun> <verb> [options]

${commands.map((one) => `  ${`${one.noun} ${one.verb} ${one.takes}`.trim().padEnd(64)} ${one.about}`).join('\n')}

  --json prints the answer as JSON.
`;

/** The line cannot be read: the usage is printed with it. */
export class WrongLine extends Error {
  override name = 'WrongLine';
}

export type AdminLine = { noun: string; verb: string; given: AdminArguments; as: 'json' | 'text' };

/** Reads the words after `npm run admin --`. Throws WrongLine with a sentence for an option that there is not. */
export function readLine(args: string[]): AdminLine {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const { json, 'dry-run': dry, ...given } = values;
    return {
      noun: positionals[0] ?? '',
      verb: positionals[1] ?? '',
      given: { ...given, ...(dry === true ? { mode: 'dry' } : {}), id: positionals[2] },
      as: json === true ? 'json' : 'text',
    };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS_/.test(String(error.code)))) throw error;
    // the first sentence names the option; those after it are for programmers
    throw new WrongLine(`${error.message.split('. ')[0]?.replace(/\.$/, '')}.`, { cause: error });
  }
}

/** The answer of a command as a table or as its own text. */
export function shown(outcome: AdminOutcome): string {
  if (outcome.rows === undefined) return outcome.text ?? JSON.stringify(outcome.json, null, 2);
  const [head] = outcome.rows;
  if (head === undefined) return '  nothing';
  const columns = Object.keys(head);
  const width = (column: string) => Math.max(column.length, ...(outcome.rows ?? []).map((row) => (row[column] ?? '').length));
  const line = (cells: string[]) => `  ${cells.map((cell, at) => cell.padEnd(width(columns[at] ?? ''))).join('  ')}`.trimEnd();
  const table = [line(columns), ...outcome.rows.map((row) => line(columns.map((column) => row[column] ?? '')))];
  return [...table, ...(outcome.more == null ? [] : ['', `  There is more: add --after ${outcome.more}`])].join('\n');
}

/** The words at the bottom of what went wrong: a failed query's own words are the whole statement with its values. */
function bottomOf(error: Error): string {
  return error.cause instanceof Error ? bottomOf(error.cause) : error.message;
}

/** A trouble in one sentence; `fully`: with the stack, for one that nobody expected. */
export function explain(error: unknown, how: 'shortly' | 'fully'): string {
  if (error instanceof Failure)
    return `Refused: ${error.code}${Object.keys(error.data).length > 0 ? ` ${JSON.stringify(error.data)}` : ''}`;
  if (
    error instanceof PlainTrouble ||
    error instanceof ConfigInvalid ||
    error instanceof SchemaTooNew ||
    error instanceof WrongLine
  )
    return error.message;
  if (!(error instanceof Error)) return String(error);
  if (how === 'fully') return error.stack ?? error.message;
  return `It failed: ${bottomOf(error)}\nLOG_LEVEL=debug tells where.`;
}
