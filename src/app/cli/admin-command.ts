/** What a command of the operator's command line is made of. */
import { isId } from '#kit/ids.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor } from '#kit/server/db/cursor.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

export type AdminArguments = {
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
  /** The last line of the page before. */
  after?: string;
};
export type AdminOutcome = {
  json: unknown;
  /** Lines of a table. */
  rows?: Record<string, string>[];
  /** Id of its last line when there are more. */
  more?: string | null;
  text?: string;
};
type AdminRequest = { config: Config; given: AdminArguments; ownerUrl: string; ctx: Ctx | null };
export type AdminCommand = {
  noun: string;
  verb: string;
  takes: string;
  about: string;
  given: AdminArguments;
  /** `everything`: migrated database and services; `database`: its address alone; `nothing`: the configuration. */
  needs: 'everything' | 'database' | 'nothing';
  run: (ask: AdminRequest) => Promise<AdminOutcome>;
};
type AdminContextRequest = AdminRequest & { ctx: Ctx };

export const day = (at: number | null) => (at === null ? '–' : new Date(at).toISOString().slice(0, 16).replace('T', ' '));

export function required(given: AdminArguments, name: keyof AdminArguments): string {
  const value = given[name];
  if (value === undefined || value === '')
    throw new PlainTrouble(name === 'id' ? 'Which one? Give its id.' : `--${name} is missing.`);
  return value;
}

/** An id of that kind of thing. Throws a sentence for a word that cannot be one. */
export function requiredId(given: AdminArguments, of: { name?: 'id' | 'account'; noun: string; list: string }): string {
  const id = required(given, of.name ?? 'id');
  if (!isId(id)) throw new PlainTrouble(`${id} is not the id of ${of.noun}. See: npm run admin -- ${of.list} list`);
  return id;
}

/** Where a list goes on: behind a line's id, or at `next` of the JSON. Throws a sentence for anything else. */
export function cursorIn({ after }: AdminArguments): { cursor?: string } {
  if (after === undefined) return {};
  const cursor = isId(after) ? idCursor.write(after) : after;
  if (idCursor.read(cursor) === null) throw new PlainTrouble('--after is the id in the last line of the page before.');
  return { cursor };
}

/** A page as a table, and whether it goes on. */
export const tableOf = <T extends { id: string }>(
  page: { items: T[]; next: string | null },
  row: (one: T) => Record<string, string>,
): AdminOutcome => ({ json: page, rows: page.items.map(row), more: page.next === null ? null : (page.items.at(-1)?.id ?? null) });

export const command = (
  noun: string,
  verb: string,
  rest: { takes?: string; about: string; run: (ask: AdminContextRequest) => Promise<AdminOutcome> },
): AdminCommand => ({
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
