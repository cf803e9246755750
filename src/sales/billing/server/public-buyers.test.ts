/** German public bodies: where their invoices go, and whom they ask about them. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { buildBuyer, buildShop } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? [error.code, error.fields] : String(error)),
  );
const leitwegId = '991-01484-64';

test('who gives a Leitweg-ID gets XRechnung, once the seller names somebody to ask', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const buyer = await buildBuyer(world, { organisation: 'Universität Kiel' });
  const { system } = world.ctx();
  await system.write(async (tx) => {
    await tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${shop.operator.sessionId}`);
  });
  const [{ billing: own }, { billing: selling, allInvoices }] = [world.api(buyer), world.api(shop.operator)];
  const { profile } = await own.profile();
  if (profile === null) throw new Error('there is a profile');
  const { vatCheck: _check, ...fields } = profile;
  const save = (given: string | null) => own.saveProfile({ body: { ...fields, leitwegId: given } });
  expect(await codeOf(save('991-01484-46'))).toEqual(['leitweg_id_wrong', { 'body.leitwegId': 'wrong_checksum' }]);
  expect(await codeOf(save('Uni Kiel'))).toEqual(['leitweg_id_wrong', { 'body.leitwegId': 'wrong_shape' }]);
  expect((await codeOf(save(leitwegId)))?.toString()).toContain('seller_contact_missing');

  const { seller } = await selling.seller();
  if (seller === null) throw new Error('there is a seller');
  const contact = { contactName: 'Jana Petersen', contactPhone: '+49 431 555 0100', contactEmail: '' };
  const named = await selling.saveSeller({ body: { ...seller, ...contact } });
  expect(named).toMatchObject({ ...contact, contactEmail: null });
  expect(await save(' 991-01484-64 ')).toMatchObject({ leitwegId });

  const lines = [{ title: 'Hour', quantity: 1, unit: 10_000 }];
  const { id, revision } = await allInvoices.create({ body: { accountId: buyer.accountId, currency: 'EUR', lines } });
  await allInvoices.finalize({ params: { id }, body: { revision } });
  const { read } = system;
  const row = await invoiceById(read, id);
  if (row === null) throw new Error('there is an invoice');
  const doc = await documentOf(read, row, { lines: await linesOf(read, id), taxes: await taxesOf(read, id), zone: 'UTC' });
  expect(doc).toMatchObject({
    specification: 'xrechnung',
    buyerReference: leitwegId,
    seller: { contact: { name: 'Jana Petersen', phone: '+49 431 555 0100', email: seller.email } },
  });
  expect(toUbl(doc)).toContain('urn:xeinkauf.de:kosit:xrechnung_3.0');

  // from then on somebody is to be asked
  expect(await codeOf(selling.saveSeller({ body: { ...named, contactName: ' ' } }))).toEqual([
    'seller_contact_missing',
    { 'body.contactName': 'required' },
  ]);
  // a private person is no public body
  expect(await own.saveProfile({ body: { ...fields, revision: 2, buyer: 'consumer', leitwegId } })).toMatchObject({
    leitwegId: null,
  });
});

test('only who buys for the account writes it down', async () => {
  const world = await worldForThisTest();
  await buildShop(world, { contactName: 'Jana Petersen', contactPhone: '+49 431 555 0100' });
  const buyer = await buildBuyer(world);
  const { profile } = await world.api(buyer).billing.profile();
  if (profile === null) throw new Error('there is a profile');
  const { vatCheck: _check, ...fields } = profile;
  const body = { ...fields, leitwegId };
  const reader = { ...buyer, scope: buyer.scope.filter((right) => right !== 'subscriptions.purchase') };
  expect(await codeOf(world.api(reader).billing.saveProfile({ body }))).toEqual(['not_allowed', {}]);
  expect(await codeOf(world.api().billing.saveProfile({ body }))).toEqual(['not_signed_in', {}]);
  // another account writes its own alone
  const other = await buildBuyer(world, { organisation: 'Other' });
  await world.api(other).billing.saveProfile({ body: { ...body, organisation: 'Other' } });
  expect((await world.api(buyer).billing.profile()).profile).toMatchObject({ leitwegId: null });
});

test('its seller writes it down, and nobody else', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world, { contactName: 'Jana Petersen', contactPhone: '+49 431 555 0100' });
  const buyer = await buildBuyer(world);
  const input = { params: { id: buyer.accountId }, body: { leitwegId: ' 991-01484-64' } };
  const { terms } = world.api(shop.operator);
  expect((await terms.leitweg(input)).buyer).toMatchObject({ leitweg: 'possible', leitwegId });
  expect((await world.api(buyer).billing.profile()).profile).toMatchObject({ leitwegId, revision: 2 });
  expect(await codeOf(terms.leitweg({ ...input, body: { leitwegId: '991-01484-46' } }))).toEqual([
    'leitweg_id_wrong',
    { 'body.leitwegId': 'wrong_checksum' },
  ]);
  const weak = { ...shop.operator, scope: shop.operator.scope.filter((right) => right !== 'invoices.manage') };
  expect(await codeOf(world.api(weak).terms.leitweg(input))).toEqual(['not_allowed', {}]);
  expect(await codeOf(world.api(buyer).terms.leitweg(input))).toEqual(['not_found', {}]);
  expect(await codeOf(world.api(buyer).vendorTerms.leitweg(input))).toEqual(['not_found', {}]);
  expect(await codeOf(world.api().terms.leitweg(input))).toEqual(['not_signed_in', {}]);
  expect(await codeOf(world.api().vendorTerms.leitweg(input))).toEqual(['not_signed_in', {}]);
  expect(await codeOf(terms.leitweg({ ...input, params: { id: shop.operator.accountId } }))).toEqual(['not_found', {}]);
  expect((await terms.leitweg({ ...input, body: { leitwegId: null } })).buyer).toMatchObject({ leitwegId: null });
});

const seller = { contactName: 'Jana Petersen', contactPhone: '+49 431 555 0100', contactEmail: 'ask@seller.example' };
async function publicShop() {
  const world = await worldForThisTest();
  const shop = await buildShop(world, seller);
  const buyer = await buildBuyer(world);
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${shop.operator.sessionId}`);
  });
  const { profile } = await world.api(buyer).billing.profile();
  if (profile === null) throw new Error('there is a profile');
  const { vatCheck: _check, revision: _revision, ...fields } = profile;
  const save = async (change: Partial<typeof fields> | { leitwegId?: undefined }) => {
    const revision = (await world.api(buyer).billing.profile()).profile?.revision ?? null;
    return world.api(buyer).billing.saveProfile({ body: { ...fields, ...change, revision } });
  };
  const { billing: selling, allInvoices } = world.api(shop.operator);
  const saveSeller = async (change: object) => {
    const now = (await selling.seller()).seller;
    if (now === null) throw new Error('there is a seller');
    return selling.saveSeller({ body: { ...now, ...change } });
  };
  return { world, buyer, save, saveSeller, allInvoices };
}

test('what is left out of a change stays, and null clears it', async () => {
  const { save, saveSeller } = await publicShop();
  await save({ leitwegId });
  expect(await save({ leitwegId: undefined })).toMatchObject({ leitwegId });
  const left = { contactName: undefined, contactPhone: undefined, contactEmail: undefined };
  expect(await saveSeller(left)).toMatchObject(seller);
  expect(await save({ leitwegId: null })).toMatchObject({ leitwegId: null });
  expect(await saveSeller({ ...left, contactEmail: null })).toMatchObject({ ...seller, contactEmail: null });
});

test('a Leitweg-ID needs Germany and both postcodes, whether buyer or seller enters it', async () => {
  const { world, buyer, save, saveSeller } = await publicShop();
  const missing = (fields: object = {}) => ['leitweg_address_missing', fields];
  expect(await codeOf(save({ leitwegId, country: 'AT' }))).toEqual(missing());
  expect(await codeOf(save({ leitwegId, postcode: '' }))).toEqual(missing({ 'body.postcode': 'required' }));
  await save({ leitwegId });
  expect(await codeOf(save({ leitwegId: undefined, postcode: ' ' }))).toEqual(missing({ 'body.postcode': 'required' }));
  expect(await codeOf(saveSeller({ postcode: '' }))).toEqual(missing({ 'body.postcode': 'required' }));
  await save({ leitwegId: null });
  await saveSeller({ postcode: '' });
  expect(await codeOf(save({ leitwegId }))).toEqual(missing());
  expect((await world.api(buyer).billing.profile()).profile).toMatchObject({ leitwegId: null });
});

test('a seller keeps its contact for a public body that was never billed, and no invoice goes out without one', async () => {
  const { world, buyer, save, saveSeller, allInvoices } = await publicShop();
  await save({ leitwegId });
  expect(await codeOf(saveSeller({ contactName: null }))).toEqual(['seller_contact_missing', { 'body.contactName': 'required' }]);
  const lines = [{ title: 'Hour', quantity: 1, unit: 10_000 }];
  const { id, revision } = await allInvoices.create({ body: { accountId: buyer.accountId, currency: 'EUR', lines } });
  await world.ctx().system.write((tx) => tx.execute(sql`update billing_sellers set contact_phone = null`));
  expect(await codeOf(allInvoices.finalize({ params: { id }, body: { revision } }))).toEqual(['document_refused', {}]);
  await saveSeller(seller);
  expect(await codeOf(allInvoices.finalize({ params: { id }, body: { revision } }))).toBe('done');
});
