/** Statements of the bank: read, shown before they are kept, and kept once. */
import { createHash } from 'node:crypto';
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import type { Statement, StatementEntry } from '#sales/providers/statements.rules.ts';
import type { CsvMapping } from '#sales/providers/server/statements/csv-table.service.ts';
import { readStatementApart } from '#sales/providers/server/statements/statement-apart.service.ts';
import type { bankCalls } from '../bank.contract.ts';
import { type BankMovement, newMovements } from '../movements.rules.ts';
import { STATEMENT_BYTES, type StatementView } from '../statement-file.contract.ts';
import {
  holdStatements,
  insertEntries,
  insertStatement,
  keptMovements,
  statementsOfFile,
  statementsPage,
} from './bank.queries.ts';
import type { StatementRow } from './bank.table.ts';
import { BOOK_JOB } from './booking.service.ts';

type FileIn = Parsed<typeof bankCalls.read>['body'];
type Read = { sha256: string; statements: readonly Statement[] };

/** Throws `statement_refused` with the reason and, where one is to blame, the line. */
async function readFile(ctx: Ctx, { content, mapping }: FileIn): Promise<Read> {
  const { accountId } = moneyKeeperOf(ctx);
  const bytes = Buffer.from(content, 'base64');
  const given = mappingOf(mapping);
  const today = new Date(ctx.now()).toISOString().slice(0, 10);
  const read =
    bytes.length > STATEMENT_BYTES ? null : await readStatementApart({ bytes, mapping: { ...given, today }, accountId });
  if (read?.kind !== 'read') throw refused(read?.why ?? 'too_large', read?.line ?? null);
  if (read.statements.every(isEmpty)) throw refused('no_lines');
  // what somebody said of the file makes other lines of it
  const name = createHash('sha256').update(bytes);
  if (Object.keys(given).length > 0) name.update(JSON.stringify(given));
  return { sha256: name.digest('hex'), statements: read.statements };
}
const refused = (reason: string, line: number | null = null) =>
  new Failure('statement_refused', { data: { reason, line: line ?? 0 } });
const isEmpty = ({ entries, leftOut: { pending, cancelled, unclear } }: Statement): boolean =>
  entries.length + pending + cancelled + unclear.length === 0;
function mappingOf(given: FileIn['mapping']): CsvMapping {
  const { columns, currency, days, states } = given ?? {};
  const headings = Object.entries(columns ?? {}).filter(([, heading]) => heading !== undefined && heading !== '');
  return {
    ...(headings.length > 0 && { columns: Object.fromEntries(headings) }),
    ...(currency !== undefined && { currency }),
    ...(days !== undefined && { days }),
    ...(states !== undefined && { states }),
  };
}

const currencyOf = ({ opening, closing, entries }: Statement): string | null =>
  (opening ?? closing ?? entries[0]?.amount ?? null)?.currency ?? null;
type Facts = Omit<StatementView, 'id' | 'file' | 'readAt' | 'by' | 'added' | 'leftOut'>;
const factsOf = (one: Statement): Facts => ({
  format: one.format,
  account: one.account,
  from: one.from,
  to: one.to,
  currency: currencyOf(one),
  opening: one.opening === null ? null : Number(one.opening.minor),
  closing: one.closing === null ? null : Number(one.closing.minor),
  lines: one.entries.length,
});
const leftOutView = ({ leftOut: { unclear, ...counts } }: Statement): StatementView['leftOut'] => ({
  ...counts,
  unclear: [...unclear],
});

type ReadMovement = BankMovement & { valueOn: string | null; texts: string[] };
const movementOf = (account: string | null, { id, amount, endToEndId, texts, ...entry }: StatementEntry): ReadMovement => ({
  ...entry,
  account,
  print: id,
  amount: amount.minor,
  currency: amount.currency,
  endToEnd: endToEndId,
  texts: [...texts],
});
/** The lines of a statement that no other one had. */
async function freshOf(db: Db, { sellerId, one }: { sellerId: string; one: Statement }): Promise<ReadMovement[]> {
  const moving = one.entries.filter(({ amount }) => amount.minor !== 0n).map((entry) => movementOf(one.account, entry));
  const days = moving.map(({ bookedOn }) => bookedOn).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  return newMovements(moving, await keptMovements(db, { sellerId, from, to, prints: moving.map(({ print }) => print) }));
}

/** Reads a file and says what it would bring. Throws `statement_refused`. */
export async function preview(ctx: Ctx, body: FileIn): Promise<ResultIn<typeof bankCalls.preview>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  await ctx.limits.use(`bank-read:${sellerId}`, { max: 120, windowSeconds: 3600 });
  const { statements } = await readFile(ctx, body);
  const items: StatementView[] = [];
  for (const one of statements) {
    const added = (await freshOf(ctx.system.read, { sellerId, one })).length;
    items.push({ ...factsOf(one), id: null, file: body.name, added, leftOut: leftOutView(one), readAt: null, by: null });
  }
  return { statements: items };
}

async function viewsOf(ctx: Ctx, rows: readonly StatementRow[]): Promise<StatementView[]> {
  const names = await findNames(
    ctx.system.read,
    rows.map((row) => row.readBy),
  );
  const number = (amount: bigint | null) => (amount === null ? null : Number(amount));
  return rows.map((row) => ({
    id: row.id,
    file: row.file,
    format: row.format,
    account: row.account,
    from: row.fromDay,
    to: row.toDay,
    currency: row.currency,
    opening: number(row.opening),
    closing: number(row.closing),
    lines: row.lines,
    added: row.added,
    leftOut: null,
    readAt: row.readAt.getTime(),
    by: names.get(row.readBy) ?? null,
  }));
}

type Keeping = { sellerId: string; readBy: string; sha256: string; file: string };
/** Keeps one statement with those of its lines that no other one had. */
async function keep(ctx: Ctx, tx: Db, of: Keeping & { one: Statement; position: number }): Promise<StatementRow> {
  const { one, position, ...keeping } = of;
  const facts = factsOf(one);
  const fresh = await freshOf(tx, { sellerId: of.sellerId, one });
  const kept = await insertStatement(tx, {
    ...keeping,
    id: newId(ctx.now()),
    position,
    format: facts.format,
    account: facts.account,
    fromDay: facts.from,
    toDay: facts.to,
    opening: one.opening?.minor ?? null,
    closing: one.closing?.minor ?? null,
    currency: facts.currency,
    lines: facts.lines,
    added: fresh.length,
    readAt: new Date(ctx.now()),
  });
  await insertEntries(
    tx,
    fresh.map(({ account: _account, ...entry }) => ({
      ...entry,
      id: newId(ctx.now()),
      sellerId: of.sellerId,
      statementId: kept.id,
      state: entry.amount > 0n ? ('open' as const) : ('out' as const),
    })),
  );
  return kept;
}

/** Keeps a statement. The same file, or the same line in another one, changes nothing. Throws `statement_refused`. */
export async function read(ctx: Ctx, body: FileIn): Promise<ResultIn<typeof bankCalls.read>> {
  const { accountId: sellerId, userId } = moneyKeeperOf(ctx);
  await ctx.limits.use(`bank-read:${sellerId}`, { max: 120, windowSeconds: 3600 });
  const { sha256, statements } = await readFile(ctx, body);
  const rows = await ctx.system.write(async (tx) => {
    await holdStatements(tx, sellerId);
    const before = await statementsOfFile(tx, { sellerId, sha256 });
    if (before.length > 0) return before.map((row) => ({ ...row, added: 0 }));
    const kept: StatementRow[] = [];
    for (const [position, one] of statements.entries())
      kept.push(await keep(ctx, tx, { sellerId, readBy: userId, sha256, file: body.name, one, position }));
    await record(ctx, tx, {
      action: 'bank.statement-read',
      subjectKind: 'bank-statement',
      subjectId: kept[0]?.id ?? null,
      data: { added: kept.reduce((sum, row) => sum + row.added, 0) },
    });
    await ctx.jobs.enqueue(tx, { job: BOOK_JOB, payload: { sellerId }, key: sellerId });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
    return kept;
  });
  return { statements: await viewsOf(ctx, rows) };
}

export async function list(
  ctx: Ctx,
  query: Parsed<typeof bankCalls.statements>['query'],
): Promise<ResultIn<typeof bankCalls.statements>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const before = idCursor.read(query.cursor);
  const rows = await statementsPage(ctx.system.read, { sellerId, before, limit: query.limit + 1 });
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: await viewsOf(ctx, shown),
    next,
  };
}
