/**
 * Configuration, parsed once at the start. `npm run admin -- config` prints the table, and the operator's guide is made from it.
 */
import { configTable } from './config-table.ts';
import { engineTroubles } from './engine-config.ts';
import { inboundTroubles } from './inbound-config.ts';

type ConfigTable = typeof configTable;
/** `given`: the names of everything that the environment sets, so that a setting of the screens can tell that it does not count. */
export type Config = { [K in keyof ConfigTable]: ReturnType<ConfigTable[K]['read']> } & { given: readonly string[] };

/** The environment of this process; the one place that reads it. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

export class ConfigInvalid extends Error {
  override name = 'ConfigInvalid';
}

/** Parses the environment. Throws `ConfigInvalid` that names every wrong variable at once. Empty values count as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const entries = Object.entries(configTable).map(([name, one]): [string, unknown] => {
    const text = env[one.env]?.trim();
    try {
      return [name, one.read(text === '' ? undefined : text)];
    } catch (error) {
      wrong.push(`${one.env} ${error instanceof Error ? error.message : 'is wrong'}`);
      return [name, undefined];
    }
  });
  // cast: built from the very table that the type is computed from
  const read = Object.fromEntries(entries) as Omit<Config, 'given'>;
  // a value that could not be read says nothing about what it goes with
  if (wrong.length === 0) wrong.push(...engineTroubles(read), ...inboundTroubles(read));
  if (wrong.length > 0) throw new ConfigInvalid(`The configuration cannot be used:\n  ${wrong.join('\n  ')}`);
  const given = Object.entries(configTable).flatMap(([name, one]) => ((env[one.env]?.trim() ?? '') === '' ? [] : [name]));
  return { ...read, given };
}
