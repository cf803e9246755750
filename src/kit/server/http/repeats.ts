/**
 * Requests that a program repeats because it does not know whether they arrived: with the same `Idempotency-Key` the deed is done
 * once, and its answer given again for a day (after the IETF draft "The Idempotency-Key HTTP Header Field").
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hmacHex } from '#kit/server/secrets.ts';

const purpose = 'repeated-answer';
/** A request that began longer ago than this and left no answer died on the way. Seconds. */
const diesAfter = 60;
/** How long an answer is kept. Hours. */
const keptFor = 24;
const keyForm = /^[\x21-\x7e]{1,200}$/;

export type Answer = { status: number; body: string };
export type Asked = { key: string; method: string; url: string; body: unknown };

/** With a key of ours, because a body may hold a password that is easy to guess. */
const fingerprintOf = (ctx: Ctx, { method, url, body }: Asked): string =>
  hmacHex(ctx.secrets.derive(purpose), `${method} ${url}\n${JSON.stringify(body ?? null)}`);

const kept = z.array(
  z.object({ fingerprint: z.string(), status: z.nullable(z.number()), answer: z.nullable(z.string()), age: z.number() }),
);

/** Who repeats: a key, or a person in an account. Null: a visitor, whom nobody could tell from another. */
function callerOf(ctx: Ctx): string | null {
  if (ctx.actor.kind !== 'user') return null;
  const { key, accountId, userId } = ctx.actor;
  return key === undefined ? `${accountId}:${userId}` : `key:${key.id}`;
}

type Place = { caller: string; key: string; fingerprint: string };
async function begin(db: Db, at: Place, now: string): Promise<'begun' | { status: number; answer: string }> {
  const begun = await db.execute(sql`
    insert into repeated_answers (caller, key, fingerprint, created_at) values (${at.caller}, ${at.key}, ${at.fingerprint}, ${now}::timestamptz)
    on conflict (caller, key) do update set created_at = excluded.created_at, fingerprint = excluded.fingerprint, status = null, answer = null
      where (repeated_answers.status is null and repeated_answers.created_at < excluded.created_at - make_interval(secs => ${diesAfter}))
        or repeated_answers.created_at < excluded.created_at - make_interval(hours => ${keptFor})
    returning key`);
  if (begun.rows.length > 0) return 'begun';
  const found = await db.execute(sql`
    select fingerprint, status, answer, extract(epoch from ${now}::timestamptz - created_at)::float8 as age
    from repeated_answers where caller = ${at.caller} and key = ${at.key}`);
  const [row] = z.parse(kept, found.rows);
  if (row !== undefined && row.fingerprint !== at.fingerprint) throw new Failure('repeat_differs');
  if (row === undefined || row.status === null || row.answer === null)
    throw new Failure('repeat_running', { data: { seconds: 1 } });
  return { status: row.status, answer: row.answer };
}

const settle = (db: Db, at: Place, answer: Answer & { sealed: string }) =>
  db.execute(
    sql`update repeated_answers set status = ${answer.status}, answer = ${answer.sealed} where caller = ${at.caller} and key = ${at.key}`,
  );
const forget = (db: Db, at: Place) =>
  db.execute(sql`delete from repeated_answers where caller = ${at.caller} and key = ${at.key}`);

/** What may turn out otherwise the next time without a change to the request: nothing is remembered of it. */
const passing: readonly number[] = [401, 402, 403, 429];
const isPassing = (status: number): boolean => status >= 500 || passing.includes(status);

/**
 * Does it, or gives the answer again that the same request got before. `act` answers for failures that are expected, too.
 * Throws `invalid_input`, `repeat_running` or `repeat_differs`.
 */
export async function once(ctx: Ctx, asked: Asked, act: () => Promise<Answer>): Promise<Answer & { again: boolean }> {
  const caller = callerOf(ctx);
  if (caller === null) return { ...(await act()), again: false };
  if (!keyForm.test(asked.key)) throw new Failure('invalid_input', { fields: { 'headers.idempotency-key': 'bad_key' } });
  const at = { caller, key: asked.key, fingerprint: fingerprintOf(ctx, asked) };
  // system: it belongs to whoever asks, not to an account
  const db = ctx.system.read;
  const before = await begin(db, at, new Date(ctx.now()).toISOString());
  if (before !== 'begun') return { status: before.status, body: ctx.secrets.open(purpose, before.answer), again: true };
  const answer = await act().catch(async (error: unknown) => {
    await forget(db, at);
    throw error;
  });
  // a deed that was done is never forgotten: without its answer a repeat is told that it is being worked on
  if (isPassing(answer.status)) await forget(db, at);
  else await settle(db, at, { ...answer, sealed: ctx.secrets.seal(purpose, answer.body) });
  return { ...answer, again: false };
}

/** Deletes answers that nobody is given again. */
export async function forgetAnswers(db: Db, now: number): Promise<void> {
  const before = new Date(now - keptFor * 3_600_000).toISOString();
  await db.execute(sql`delete from repeated_answers where created_at < ${before}::timestamptz`);
}
