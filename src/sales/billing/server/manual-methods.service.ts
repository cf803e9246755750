/** Ways to pay that a seller names itself. They wait, are reported, booked and taken back as transfers are; only their names and words differ. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { MANUAL_MOST, type ManualMethodView, type manualMethodsCalls } from '../manual-methods.contract.ts';
import { sellerKeeperOf } from './access.service.ts';
import type { Chosen } from './card-tries.service.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import {
  changeManualMethod,
  insertManualMethod,
  manualMethodById,
  manualMethodsOf,
  methodOfSubscription,
} from './manual-methods.queries.ts';
import type { Manual, ManualMethodRow } from './manual-methods.table.ts';
import { sellerById } from './parties.queries.ts';
import { undecidedOf } from './payments.queries.ts';

type Calls = typeof manualMethodsCalls;
/** Tells those who pay a plan by an archived one. */
export const GONE_JOB = 'billing.tell-way-gone';

const viewOf = ({ id, kind, name, instructions, offered, account, revision }: ManualMethodRow): ManualMethodView => ({
  ...{ id, kind, name, instructions, offered, account, revision },
});
const nameTaken = (error: unknown) => {
  throw isDuplicate(error, 'manual_methods_name') ? new Failure('name_taken', { fields: { 'body.name': 'name_taken' } }) : error;
};

export async function list(ctx: Ctx): Promise<ResultIn<Calls['list']>> {
  const { accountId } = sellerKeeperOf(ctx);
  return { items: (await manualMethodsOf(ctx.system.read, accountId)).map(viewOf) };
}

type Noted = { row: ManualMethodRow; done: 'added' | 'changed' | 'archived' };
const noted = (ctx: Ctx, tx: Db, { row: { id, name }, done }: Noted) =>
  record(ctx, tx, { action: `billing.manual-${done}`, subjectKind: 'method', subjectId: id, data: { name } });

/** Throws `name_taken`, `too_many`, `seller_missing`. */
export async function add(ctx: Ctx, body: Parsed<Calls['add']>['body']): Promise<ManualMethodView> {
  const { accountId: sellerId } = sellerKeeperOf(ctx);
  return ctx.system.write(async (tx) => {
    if ((await sellerById(tx, sellerId)) === null) throw new Failure('seller_missing');
    if ((await manualMethodsOf(tx, sellerId)).length >= MANUAL_MOST) throw new Failure('too_many');
    const at = new Date(ctx.now());
    const made = { ...body, id: newId(ctx.now()), sellerId, archivedAt: null, revision: 1, createdAt: at, changedAt: at };
    const row = await insertManualMethod(tx, made).catch(nameTaken);
    await noted(ctx, tx, { row, done: 'added' });
    return viewOf(row);
  });
}

/** Another seller's is not there, nor an archived one. */
async function owned(db: Db, of: { id: string; sellerId: string }): Promise<ManualMethodRow> {
  const row = await manualMethodById(db, of.id);
  if (row === null || row.sellerId !== of.sellerId || row.archivedAt !== null) throw notFound();
  return row;
}

type Change = { id: string; body: Parsed<Calls['change']>['body'] };
/** What was paid by it, or waits to be, keeps the words that it had. Throws `name_taken`, `changed_meanwhile`. */
export async function change(ctx: Ctx, { id, body }: Change): Promise<ManualMethodView> {
  const { accountId: sellerId } = sellerKeeperOf(ctx);
  const { revision, ...fields } = body;
  return ctx.system.write(async (tx) => {
    const before = await owned(tx, { id, sellerId });
    const row = await changeManualMethod(tx, { id, sellerId, revision }, { ...fields, changedAt: new Date(ctx.now()) }).catch(
      nameTaken,
    );
    if (row === null) throw new Failure('changed_meanwhile', { data: { revision: before.revision } });
    await noted(ctx, tx, { row, done: 'changed' });
    return viewOf(row);
  });
}

/** Customers who pay a plan by it get a mail afterwards: `tellGone`. */
export async function archive(ctx: Ctx, id: string): Promise<{ done: true }> {
  const { accountId: sellerId } = sellerKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const { revision } = await owned(tx, { id, sellerId });
    const row = await changeManualMethod(tx, { id, sellerId, revision }, { archivedAt: new Date(ctx.now()) });
    if (row === null) return;
    await noted(ctx, tx, { row, done: 'archived' });
    await ctx.jobs.enqueue(tx, { job: GONE_JOB, payload: { id }, key: id });
  });
  return { done: true };
}

const manualOf = ({ id, kind, name, instructions, account }: ManualMethodRow): Manual => ({
  ...{ id, kind, name, instructions, account },
});
/** What customers of a seller can choose. */
export async function manualOffers(db: Db, sellerId: string): Promise<Manual[]> {
  const rows = await manualMethodsOf(db, sellerId);
  return rows.filter((row) => row.offered === 'customers').map(manualOf);
}

type ManualMethodKey = { sellerId: string; id: string };
/** One that a customer chose. Throws `provider_off` for what the seller does not offer. */
export async function manualChosen(db: Db, { sellerId, id }: ManualMethodKey): Promise<Manual> {
  const row = await manualMethodById(db, id);
  if (row === null || row.sellerId !== sellerId || row.archivedAt !== null || row.offered !== 'customers')
    throw new Failure('provider_off');
  return manualOf(row);
}
/** One that money came by, in the word of the seller. Throws `not_found` for another seller's. */
export const manualSeen = async (db: Db, of: ManualMethodKey): Promise<Manual> => manualOf(await owned(db, of));
/** By which a subscription is paid; null: by card or transfer, or what it was paid by is archived. */
export async function manualOfSubscription(db: Db, id: string): Promise<Manual | null> {
  const row = await methodOfSubscription(db, id);
  return row === null ? null : manualOf(row);
}

/** How a claim is paid while nobody says anything else: as its payment waits for, else as it was written. */
export const manualOn = (
  { seller }: Pick<InvoiceRow, 'seller'>,
  waiting: Pick<PaymentRow, 'provider' | 'manual'> | null,
): Manual | null => (waiting?.provider === 'transfer' ? waiting.manual : (seller?.manual ?? null));
/** The one that somebody pays by. Throws `provider_off` for a way that the seller does not offer. */
export async function manualBy(
  ctx: Ctx,
  { id, sellerId, seller }: Pick<InvoiceRow, 'id' | 'sellerId' | 'seller'>,
  { by, manual }: Chosen,
): Promise<Manual | null> {
  if (by === 'card' || manual === null) return null;
  if (manual !== undefined) return manualChosen(ctx.system.read, { sellerId, id: manual });
  return manualOn({ seller }, await undecidedOf(ctx.system.read, id));
}
