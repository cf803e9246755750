/** `npm run admin -- <noun> <verb> [--json]`: the operator's command line, on the same services as everything else. */
import { parseArgs } from 'node:util';
import { Failure } from '#kit/errors.ts';
import { ConfigInvalid, environment, readConfig } from '#kit/server/config.ts';
import { createLog } from '#kit/server/log.ts';
import { readMasterKey } from '#kit/server/master-key.ts';
import { SchemaTooNew } from '#kit/server/migrate.ts';
import type { Command, Outcome } from './admin-command.ts';
import { commands } from './admin-commands.ts';
import { compose, longContextOf } from './context.ts';
import { keptSiteAddress } from './site-address.queries.ts';
import { openDatabaseServer } from './start.ts';
import { PlainTrouble } from './trouble.ts';

const options = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  name: { type: 'string' },
  email: { type: 'string' },
  organisation: { type: 'string' },
  kind: { type: 'string' },
  role: { type: 'string' },
  locale: { type: 'string' },
  zone: { type: 'string' },
  search: { type: 'string' },
  state: { type: 'string' },
  file: { type: 'string' },
  url: { type: 'string' },
  secret: { type: 'string' },
  tags: { type: 'string' },
  pool: { type: 'string' },
  region: { type: 'string' },
  multiplier: { type: 'string' },
  mode: { type: 'string' },
  size: { type: 'string' },
  room: { type: 'string' },
  account: { type: 'string' },
} as const;

const usage = () => `npm run admin -- <noun> <verb> [options]

${commands.map((one) => `  ${`${one.noun} ${one.verb} ${one.takes}`.trim().padEnd(64)} ${one.about}`).join('\n')}

  --json prints the answer as JSON.
`;

function shown(outcome: Outcome): string {
  if (outcome.rows === undefined) return outcome.text ?? JSON.stringify(outcome.json, null, 2);
  const [head] = outcome.rows;
  if (head === undefined) return '  nothing';
  const columns = Object.keys(head);
  const width = (column: string) => Math.max(column.length, ...(outcome.rows ?? []).map((row) => (row[column] ?? '').length));
  const line = (cells: string[]) => `  ${cells.map((cell, at) => cell.padEnd(width(columns[at] ?? ''))).join('  ')}`.trimEnd();
  return [line(columns), ...outcome.rows.map((row) => line(columns.map((column) => row[column] ?? '')))].join('\n');
}

async function run(command: Command, given: Command['given']): Promise<Outcome> {
  const config = readConfig(environment());
  if (command.needs === 'nothing') return command.run({ config, given, ownerUrl: '', ctx: null });
  const masterKey = readMasterKey(config);
  const database = await openDatabaseServer(config, masterKey, { told: () => undefined });
  try {
    if (command.needs === 'database') return await command.run({ config, given, ownerUrl: database.ownerUrl, ctx: null });
    const parts = await compose({
      config,
      ownerUrl: database.ownerUrl,
      masterKey,
      log: createLog({ level: 'warn', write: (line) => void process.stderr.write(line) }),
    });
    try {
      // links lead where the running product says it is, also when that is a free port or another machine
      config.publicUrl ??= await keptSiteAddress(parts.databases.system.read);
      return await command.run({ config, given, ownerUrl: database.ownerUrl, ctx: longContextOf(parts) });
    } finally {
      await parts.close();
    }
  } finally {
    await database.stop();
  }
}

function explain(error: unknown): string {
  if (error instanceof Failure)
    return `Refused: ${error.code}${Object.keys(error.data).length > 0 ? ` ${JSON.stringify(error.data)}` : ''}`;
  if (error instanceof PlainTrouble || error instanceof ConfigInvalid || error instanceof SchemaTooNew) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true, strict: true });
  const command = commands.find((one) => one.noun === positionals[0] && one.verb === (positionals[1] ?? ''));
  if (command === undefined) {
    process.stdout.write(usage());
    return positionals.length === 0 || positionals[0] === 'help' ? 0 : 2;
  }
  const { json, 'dry-run': dry, ...given } = values;
  const outcome = await run(command, { ...given, ...(dry === true ? { mode: 'dry' } : {}), id: positionals[2] });
  process.stdout.write(`${json === true ? JSON.stringify(outcome.json, null, 2) : shown(outcome)}\n`);
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
