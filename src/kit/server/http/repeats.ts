/**
 * Requests that a program repeats because it does not know whether they arrived: with the same `Idempotency-Key` they are carried
 * out once, and answered the same for a day (after the IETF draft "The Idempotency-Key HTTP Header Field"). The first transaction of
 * the work notes in itself that it was carried out, so a process may die at any point.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db, DbScope } from '#kit/server/db/db.ts';
import { hmacHex } from '#kit/server/secrets.ts';

const purpose = 'repeated-answer';
/** Seconds after which a request without an answer counts as dead: carried out, its answer is lost; else the next one may try. */
const diesAfter = 60;
/** How long an answer is kept. Hours. */
const keptFor = 24;
const keyForm = /^[\x21-\x7e]{1,200}$/;

export type HttpAnswer = { status: number; body: string };
export type RepeatableRequest = { key: string; method: string; url: string; body: unknown };

/** With a key of ours, because a body may hold a password that is easy to guess. */
const fingerprintOf = (ctx: Ctx, { method, url, body }: RepeatableRequest): string =>
  hmacHex(ctx.secrets.derive(purpose), `${method} ${url}\n${JSON.stringify(body ?? null)}`);

const kept = z.array(
  z.object({
    fingerprint: z.string(),
    status: z.nullable(z.number()),
    answer: z.nullable(z.string()),
    lost: z.boolean(),
  }),
);

/** Who repeats: a key, or a person in an account. Null: a visitor, whom nobody could tell from another. */
function callerOf(ctx: Ctx): string | null {
  if (ctx.actor.kind !== 'user') return null;
  const { key, accountId, userId } = ctx.actor;
  return key === undefined ? `${accountId}:${userId}` : `key:${key.id}`;
}

/** `began`: tells this attempt from one that took over after it was thought dead. */
type RepeatAttempt = { caller: string; key: string; began: string };

async function begin(db: Db, attempt: RepeatAttempt, fingerprint: string): Promise<'begun' | { status: number; answer: string }> {
  const begun = await db.execute(sql`
    insert into repeated_answers (caller, key, fingerprint, created_at) values (${attempt.caller}, ${attempt.key}, ${fingerprint}, ${attempt.began}::timestamptz)
    on conflict (caller, key) do update
      set created_at = excluded.created_at, fingerprint = excluded.fingerprint, status = null, answer = null, carried_out = false
      where (repeated_answers.status is null and not repeated_answers.carried_out
          and repeated_answers.created_at < excluded.created_at - make_interval(secs => ${diesAfter}))
        or repeated_answers.created_at < excluded.created_at - make_interval(hours => ${keptFor})
    returning key`);
  if (begun.rows.length > 0) return 'begun';
  const found = await db.execute(sql`
    select fingerprint, status, answer, carried_out and created_at < ${attempt.began}::timestamptz - make_interval(secs => ${diesAfter}) as lost
    from repeated_answers where caller = ${attempt.caller} and key = ${attempt.key}`);
  const [row] = z.parse(kept, found.rows);
  if (row !== undefined && row.fingerprint !== fingerprint) throw new Failure('repeat_differs');
  if (row?.status != null && row.answer !== null) return { status: row.status, answer: row.answer };
  if (row?.lost === true) throw new Failure('repeat_unanswered');
  throw new Failure('repeat_running', { data: { seconds: 1 } });
}

const isAttempt = ({ caller, key, began }: RepeatAttempt) =>
  sql`caller = ${caller} and key = ${key} and created_at = ${began}::timestamptz`;
const settle = (db: Db, attempt: RepeatAttempt, { status, sealed }: { status: number; sealed: string }) =>
  db.execute(sql`update repeated_answers set status = ${status}, answer = ${sealed} where ${isAttempt(attempt)}`);
const forget = (db: Db, attempt: RepeatAttempt) => db.execute(sql`delete from repeated_answers where ${isAttempt(attempt)}`);
const forgetUndone = (db: Db, attempt: RepeatAttempt) =>
  db.execute(sql`delete from repeated_answers where ${isAttempt(attempt)} and not carried_out`);

/** Transactions that record in themselves what is carried out. One whose request was taken over meanwhile is rolled back. */
function recordingScope(scope: DbScope, attempt: RepeatAttempt): DbScope {
  return {
    read: scope.read,
    write: (work) =>
      scope.write(async (tx) => {
        const result = await work(tx);
        const noted = await tx.execute(
          sql`select note_carried_out(${attempt.caller}, ${attempt.key}, ${attempt.began}::timestamptz) as held`,
        );
        if (noted.rows[0]?.['held'] !== true) throw new Failure('repeat_running', { data: { seconds: 1 } });
        return result;
      }),
  };
}

/** What may turn out otherwise the next time without a change to the request: nothing is remembered of it. */
const passing: readonly number[] = [401, 402, 403, 429];
const isPassing = (status: number): boolean => status >= 500 || passing.includes(status);

/**
 * Carries it out, or gives the answer again that the same request got before. `handle` answers for failures that are expected, too.
 * Throws `invalid_input`, `repeat_running`, `repeat_unanswered` or `repeat_differs`.
 */
export async function once(
  ctx: Ctx,
  request: RepeatableRequest,
  handle: (ctx: Ctx) => Promise<HttpAnswer>,
): Promise<HttpAnswer & { again: boolean }> {
  const caller = callerOf(ctx);
  if (caller === null) return { ...(await handle(ctx)), again: false };
  if (!keyForm.test(request.key)) throw new Failure('invalid_input', { fields: { 'headers.idempotency-key': 'bad_key' } });
  const attempt = { caller, key: request.key, began: new Date(ctx.now()).toISOString() };
  // system: it belongs to the caller, not to an account
  const db = ctx.system.read;
  const before = await begin(db, attempt, fingerprintOf(ctx, request));
  if (before !== 'begun') return { status: before.status, body: ctx.secrets.open(purpose, before.answer), again: true };
  const answer = await handle({ ...ctx, db: recordingScope(ctx.db, attempt), system: recordingScope(ctx.system, attempt) }).catch(
    async (error: unknown) => {
      // without a database it is forgotten by its age
      await (error instanceof Failure ? forget : forgetUndone)(db, attempt).catch(() => undefined);
      throw error;
    },
  );
  if (isPassing(answer.status)) await forget(db, attempt);
  else await settle(db, attempt, { status: answer.status, sealed: ctx.secrets.seal(purpose, answer.body) });
  return { ...answer, again: false };
}

/** Deletes answers that nobody is given again. */
export async function forgetAnswers(db: Db, now: number): Promise<void> {
  const before = new Date(now - keptFor * 3_600_000).toISOString();
  await db.execute(sql`delete from repeated_answers where created_at < ${before}::timestamptz`);
}
