/** The nightly look whether the books agree (business rules §4.12). It repairs nothing: what it finds is somebody's to look at. */
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { findOperatorAccount, findOwners } from '#core/accounts/server/accounts.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { driftOf } from '#meet/usage/server/drift.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import { drawBroken } from '#sales/billing/server/papers.service.ts';
import { drawBrokenStatements } from '#sales/resale/server/statement-papers.service.ts';
import type { booksCalls } from '../books.contract.ts';
import { dropGone, findingsBy, type BookFinding, keepFindings, lastCheck, openFindings, subjectsOf } from './findings.queries.ts';
import { questions } from './rules.queries.ts';

export const CHECK_JOB = 'books.check';
const shown = 200;
/** Invoices, and statements of resellers, whose files are read in a night; a finding is looked at again every night until it is gone. */
const papersDrawn = 300;
/** Findings that are gone are kept that long, in milliseconds. */
const goneFor = 400 * 86_400_000;

async function found(ctx: Ctx): Promise<BookFinding[]> {
  const now = new Date(ctx.now());
  const all: BookFinding[] = [];
  // one after the other: nobody waits for the check, but people at work wait for the database
  for (const { rule, subject, ask } of questions)
    for (const { id, ...rest } of await findingsBy(ctx.system.read, ask(now)))
      all.push({ rule, subject, subjectId: id, ...rest });
  for (const { counter, accounts } of await driftOf(ctx))
    all.push({
      rule: 'counter',
      subject: 'counter',
      subjectId: counter,
      expected: '0',
      found: String(accounts),
      currency: null,
    });
  const also = await subjectsOf(ctx.system.read, 'papers');
  for (const subjectId of await drawBroken(ctx, { count: papersDrawn, also }))
    all.push({ rule: 'papers', subject: 'invoice', subjectId, expected: null, found: null, currency: null });
  const known = await subjectsOf(ctx.system.read, 'statement_papers');
  for (const { accountId, id } of await drawBrokenStatements(ctx, {
    count: papersDrawn,
    also: known.map((one) => one.slice(one.indexOf(' ') + 1)),
  }))
    all.push({
      ...{ rule: 'statement_papers', subject: 'statement', subjectId: `${accountId} ${id}` },
      ...{ expected: null, found: null, currency: null },
    });
  return all;
}

/** Looks at everything, keeps what does not agree, and tells the operator's owners of what is new. Returns how many findings there are. */
export async function checkBooks(ctx: Ctx): Promise<number> {
  const rows = (await found(ctx)).map((one) => ({ ...one, id: newId(ctx.now()) }));
  const at = new Date(ctx.now());
  await ctx.system.write(async (tx) => {
    const fresh = await keepFindings(tx, { rows, at });
    await dropGone(tx, new Date(ctx.now() - goneFor));
    const operator = fresh === 0 ? null : await findOperatorAccount(tx);
    if (operator !== null)
      for (const userId of await findOwners(tx, operator.id))
        await notify(ctx, tx, {
          userId,
          accountId: operator.id,
          kind: 'booksFindings',
          data: { count: rows.length },
          link: '/dashboard',
        });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
  });
  if (rows.length > 0) ctx.log.warn({ findings: rows.length }, 'the books do not agree');
  return rows.length;
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));
/** What does not agree now. */
export async function findings(ctx: Ctx): Promise<ResultIn<typeof booksCalls.findings>> {
  moneyKeeperOf(ctx);
  const [check, rows] = await Promise.all([lastCheck(ctx.system.read), openFindings(ctx.system.read, shown)]);
  return {
    at: check?.at ?? null,
    items: rows.map(({ expected, found: is, since, ...row }) => ({
      ...row,
      expected: numberOf(expected),
      found: numberOf(is),
      since: Number(since),
    })),
  };
}

/** Has the books checked soon; while one check waits, a second one is none. */
export async function askForCheck(ctx: Ctx): Promise<{ done: true }> {
  moneyKeeperOf(ctx);
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: CHECK_JOB, payload: {}, key: CHECK_JOB }));
  return { done: true };
}
