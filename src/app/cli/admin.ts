/** `npm run admin -- <noun> <verb> [--json]`: the operator's command line, on the same services as everything else. */
import { environment, readConfig } from '#kit/server/config/config.ts';
import { createLog } from '#kit/server/log.ts';
import { readMasterKey } from '#kit/server/config/master-key.ts';
import type { AdminCommand, AdminOutcome } from './admin-command.ts';
import { commands } from './admin-commands.ts';
import { explain, readLine, shown, usage, WrongLine } from './admin-line.ts';
import { compose, longContextOf } from '#app/context.ts';
import { keptSiteAddress } from '#app/http/site-address.ts';
import { openDatabaseServer } from '#app/start.ts';

async function run(command: AdminCommand, given: AdminCommand['given']): Promise<AdminOutcome> {
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

async function main(): Promise<number> {
  const { noun, verb, given, as } = readLine(process.argv.slice(2));
  const command = commands.find((one) => one.noun === noun && one.verb === verb);
  if (command === undefined) {
    process.stdout.write(usage(commands));
    return noun === '' || noun === 'help' ? 0 : 2;
  }
  const outcome = await run(command, given);
  process.stdout.write(`${as === 'json' ? JSON.stringify(outcome.json, null, 2) : shown(outcome)}\n`);
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`${explain(error, environment()['LOG_LEVEL'] === 'debug' ? 'fully' : 'shortly')}\n`);
  if (error instanceof WrongLine) process.stderr.write(`\n${usage(commands)}`);
  process.exit(error instanceof WrongLine ? 2 : 1);
}
