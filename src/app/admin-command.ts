/** What a command of the operator's command line is made of. */
import type { Config } from '#kit/server/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { PlainTrouble } from './trouble.ts';

export type Given = {
  id?: string | undefined;
  name?: string;
  email?: string;
  organisation?: string;
  kind?: string;
  role?: string;
  locale?: string;
  zone?: string;
  search?: string;
  state?: string;
  file?: string;
  url?: string;
  secret?: string;
  tags?: string;
  pool?: string;
  region?: string;
  multiplier?: string;
  mode?: string;
  size?: string;
  room?: string;
  /** Id of an account. */
  account?: string;
};
export type Outcome = { json: unknown /** Lines of a table. */; rows?: Record<string, string>[]; text?: string };
type Ask = { config: Config; given: Given; ownerUrl: string; ctx: Ctx | null };
export type Command = {
  noun: string;
  verb: string;
  takes: string;
  about: string;
  given: Given;
  /** `everything`: migrated database and services; `database`: its address alone; `nothing`: the configuration. */
  needs: 'everything' | 'database' | 'nothing';
  run: (ask: Ask) => Promise<Outcome>;
};
type Full = Ask & { ctx: Ctx };

export const day = (at: number | null) => (at === null ? '–' : new Date(at).toISOString().slice(0, 16).replace('T', ' '));

export function required(given: Given, name: keyof Given): string {
  const value = given[name];
  if (value === undefined || value === '')
    throw new PlainTrouble(name === 'id' ? 'Which one? Give its id.' : `--${name} is missing.`);
  return value;
}

export const command = (
  noun: string,
  verb: string,
  rest: { takes?: string; about: string; run: (ask: Full) => Promise<Outcome> },
): Command => ({
  noun,
  verb,
  takes: rest.takes ?? '',
  about: rest.about,
  given: {},
  needs: 'everything',
  run: async (ask) => {
    if (ask.ctx === null) throw new Error('no context');
    return rest.run({ ...ask, ctx: ask.ctx });
  },
});
