/** Who issues invoices, and what buyers want on theirs. */
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { readIban } from '#sales/providers/iban.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { ratesWith } from '#sales/tax/rates.rules.ts';
import { readRegistrations, type Registration } from '#sales/tax/registrations.rules.ts';
import { missingNumber } from '#sales/tax/seller-number.rules.ts';
import { readVatId } from '#sales/tax/vat-id.rules.ts';
import { dayIn } from '../days.rules.ts';
import { readLeitwegId } from '../leitweg-id.rules.ts';
import type { ProfileView } from '../parties.contract.ts';
import type { SellerView } from '../seller.contract.ts';
import type { billingCalls } from '../billing.contract.ts';
import type { sellerCalls } from '../seller.contract.ts';
import { buyerOf, sellerFor, sellerKeeperOf } from './access.service.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { anyOpenElsewhere } from './invoices.queries.ts';
import { type BuyerRow, profileOf, putProfile, publicBuyers, putSeller, sellerById } from './parties.queries.ts';
import { VAT_JOB } from './vat.service.ts';

type SellerBody = Parsed<typeof sellerCalls.saveSeller>['body'];
type ProfileBody = Parsed<typeof billingCalls.saveProfile>['body'];

const sellerView = ({ accountId: _account, changedAt: _at, cards: _cards, registrations, ...row }: SellerRow): SellerView => ({
  ...row,
  registrations: [...registrations],
});
const profileView = (row: ProfileRow & Partial<Pick<BuyerRow, 'agreed'>>): ProfileView => {
  // what the seller thinks of the account is not the account's to read
  const { accountId: _account, changedAt: _at, agreed: _agreed, vatCheck, ...rest } = row;
  return {
    ...rest,
    vatCheck:
      vatCheck === null ? null : { check: vatCheck.check, at: vatCheck.at, name: vatCheck.name, address: vatCheck.address },
  };
};

/** Null when empty; throws `vat_id_wrong` with the field. */
function vatIdFrom(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const read = readVatId(text);
  if (read.kind === 'refused') throw new Failure('vat_id_wrong', { data: { why: read.why }, fields: { 'body.vatId': read.why } });
  return read.text;
}
function ibanFrom(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const read = readIban(text);
  if (read.kind === 'refused') throw new Failure('iban_wrong', { data: { why: read.why }, fields: { 'body.iban': read.why } });
  return read.iban;
}
/** Null when empty; throws `leitweg_id_wrong` with the field. */
export function leitwegIdFrom(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const read = readLeitwegId(text);
  if (read.kind === 'read') return read.id;
  throw new Failure('leitweg_id_wrong', { data: { why: read.why }, fields: { 'body.leitwegId': read.why } });
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const orNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());

/** Throws `registration_wrong` with the place. */
function registrationsFrom(ctx: Ctx, { registrations, country, zone, ownRates }: SellerBody): Registration[] {
  const read = readRegistrations(registrations, { country, on: dayIn(ctx.now(), zone), table: ratesWith(ownRates) });
  if (read.kind === 'read') return read.rows;
  const { place, why } = read;
  throw new Failure('registration_wrong', { data: { place, why }, fields: { 'body.registrations': why } });
}

/** Throws `seller_number_missing` for a seller whose invoices could not be written. */
function mustBeNumbered(ctx: Ctx, body: SellerBody): void {
  const missing = missingNumber({ ...body, on: dayIn(ctx.now(), body.zone) });
  if (missing !== null) throw new Failure('seller_number_missing', { fields: { 'body.taxNumber': missing } });
}

type SellerContact = Pick<SellerRow, 'contactName' | 'contactPhone' | 'contactEmail'>;
/** What is left out stays as it was. */
const contactOf = (body: SellerBody, before: SellerRow | null): SellerContact => {
  const kept = (field: keyof SellerContact) => {
    const given = body[field];
    return given === undefined ? (before?.[field] ?? null) : orNull(given);
  };
  return { contactName: kept('contactName'), contactPhone: kept('contactPhone'), contactEmail: kept('contactEmail') };
};
/** Somebody with a telephone, which public bodies ask for (BR-DE-5, BR-DE-6). */
export const namesSomebody = ({ contactName, contactPhone }: Pick<SellerRow, 'contactName' | 'contactPhone'>): boolean =>
  contactName !== null && (contactPhone?.match(/\d/g) ?? []).length >= 3;
/** Whether a customer of the seller is a German public body, billed before or not. */
async function hasPublicBuyer(tx: Db, sellerId: string): Promise<boolean> {
  for (const accountId of await publicBuyers(tx)) {
    const arranged = await sellerFor(tx, accountId);
    if (arranged.by === 'self' && arranged.seller.accountId === sellerId) return true;
  }
  return false;
}
/** Throws `seller_contact_missing`, `leitweg_address_missing` where a customer needs what is not there. */
async function mustServePublicBuyers(tx: Db, of: { sellerId: string; contact: SellerContact; postcode: string }): Promise<void> {
  const { sellerId, contact, postcode } = of;
  if ((namesSomebody(contact) && postcode.trim() !== '') || !(await hasPublicBuyer(tx, sellerId))) return;
  if (namesSomebody(contact)) throw new Failure('leitweg_address_missing', { fields: { 'body.postcode': 'required' } });
  const field = contact.contactName === null ? 'contactName' : 'contactPhone';
  throw new Failure('seller_contact_missing', { fields: { [`body.${field}`]: 'required' } });
}

type PostalAddress = Pick<ProfileRow, 'country' | 'postcode'>;
/** What public bodies ask for: somebody who is named, and both postcodes (BR-DE-4, BR-DE-9). Throws `seller_contact_missing`, `leitweg_address_missing`. */
export function mustSuitPublicBuyer({ country, postcode }: PostalAddress, seller: SellerRow | null): void {
  if (country !== 'DE') throw new Failure('leitweg_address_missing');
  if (postcode.trim() === '') throw new Failure('leitweg_address_missing', { fields: { 'body.postcode': 'required' } });
  if (seller === null) return;
  if (!namesSomebody(seller)) throw new Failure('seller_contact_missing');
  if (seller.postcode.trim() === '') throw new Failure('leitweg_address_missing');
}

/** The caller as a seller: the operator, or a vendor in its own name. */
export async function getSeller(ctx: Ctx): Promise<ResultIn<typeof sellerCalls.seller>> {
  const actor = sellerKeeperOf(ctx);
  const row = await sellerById(ctx.system.read, actor.accountId);
  const cards = actor.accountKind === 'operator' && cardProvider(ctx) !== null;
  return { seller: row === null ? null : sellerView(row), card: cards ? 'on' : 'off' };
}

/** Throws `proof_needed`, `changed_meanwhile`, `iban_wrong`, `vat_id_wrong`, `registration_wrong`, `seller_number_missing`. */
export async function saveSeller(ctx: Ctx, body: SellerBody): Promise<SellerView> {
  const actor = sellerKeeperOf(ctx);
  mustBeNumbered(ctx, body);
  await requireProof(ctx);
  const { revision, ...fields } = body;
  const { accountId } = actor;
  return ctx.system.write(async (tx) => {
    const before = await sellerById(tx, accountId);
    const contact = contactOf(body, before);
    await mustServePublicBuyers(tx, { sellerId: accountId, contact, postcode: fields.postcode });
    const row = await putSeller(
      tx,
      {
        ...fields,
        accountId,
        vatId: vatIdFrom(fields.vatId),
        registrations: registrationsFrom(ctx, body),
        taxNumber: orNull(fields.taxNumber),
        registration: orNull(fields.registration),
        iban: ibanFrom(fields.iban),
        bic: orNull(fields.bic),
        holder: orNull(fields.holder),
        ...contact,
        cards: actor.accountKind === 'operator',
        changedAt: new Date(ctx.now()),
      },
      revision,
    );
    if (row === null) throw new Failure('changed_meanwhile', { data: { revision: before?.revision ?? 0 } });
    const known = new Map<string, unknown>(Object.entries(before ?? {}));
    const changed = Object.entries(row).flatMap(([key, value]) =>
      isSame(known.get(key), value) || key === 'changedAt' || key === 'revision' ? [] : key,
    );
    await record(ctx, tx, {
      action: 'billing.seller-changed',
      subjectKind: 'account',
      subjectId: accountId,
      data: { fields: changed.join(',') },
    });
    return sellerView(row);
  });
}

/** What stands on the account's invoices, and what to begin with before there is anything. */
export async function getProfile(ctx: Ctx): Promise<ResultIn<typeof billingCalls.profile>> {
  const actor = buyerOf(ctx, 'subscriptions.view');
  const row = await profileOf(ctx.db.read, actor.accountId);
  const names = await findAccountNames(ctx.db.read, [actor.accountId]);
  return {
    profile: row === null ? null : profileView(row),
    suggested: { organisation: names.get(actor.accountId) ?? '', email: actor.email },
  };
}

/**
 * Counts for invoices from then on. A number of the European Union is checked afterwards, so that nobody waits for that service. Throws
 * `country_locked` while invoices to another country are open, and `leitweg_id_wrong`, `leitweg_address_missing`,
 * `seller_contact_missing` of public bodies.
 */
export async function saveProfile(ctx: Ctx, body: ProfileBody): Promise<ProfileView> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const { revision, ...fields } = body;
  const { accountId } = actor;
  const vatId = fields.buyer === 'business' ? vatIdFrom(fields.vatId) : null;
  const given = fields.leitwegId === undefined ? undefined : leitwegIdFrom(fields.leitwegId);
  // the account's own data, yet written by the system: what stands on claims is not the account's to change afterwards
  return ctx.system.write(async (tx) => {
    const before = await profileOf(tx, accountId);
    if (
      before !== null &&
      before.country !== fields.country &&
      (await anyOpenElsewhere(tx, { accountId, country: fields.country }))
    )
      throw new Failure('country_locked');
    // left out: as it was
    const leitwegId = fields.buyer === 'business' ? (given === undefined ? (before?.leitwegId ?? null) : given) : null;
    if (leitwegId !== null) {
      const arranged = await sellerFor(tx, accountId);
      mustSuitPublicBuyer(fields, arranged.by === 'self' ? arranged.seller : null);
    }
    const kept = before !== null && before.vatId === vatId ? before.vatCheck : null;
    const row = await putProfile(
      tx,
      { ...fields, accountId, vatId, leitwegId, vatCheck: kept, changedAt: new Date(ctx.now()) },
      revision,
    );
    if (row === null) throw new Failure('changed_meanwhile', { data: { revision: before?.revision ?? 0 } });
    await record(ctx, tx, { action: 'billing.profile-changed', subjectKind: 'account', subjectId: accountId, accountId });
    if (vatId !== null && kept?.check !== 'valid')
      await ctx.jobs.enqueue(tx, { job: VAT_JOB, payload: { accountId }, key: accountId });
    return profileView(row);
  });
}
