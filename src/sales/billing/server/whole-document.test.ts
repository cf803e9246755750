/** What the tax office wants of a document is asked of every currency, also of those that no e-invoice can be in. */
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildBuyer, buildShop } from './billing.factory.ts';

const refusalOf = (error: unknown): unknown => (error instanceof Failure ? [error.code, error.data] : String(error));

test('a seller without VAT number and tax number writes no invoice, in no currency', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world, { vatId: null, taxNumber: null, registration: 'HRB 1' });
  const { allInvoices } = world.api(shop.operator);
  const { accountId } = await buildBuyer(world);
  const lines = [{ title: 'Hour', quantity: 3, unit: 10_005 }];
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const { id, revision } = await allInvoices.create({ body: { accountId, currency, lines } });
    const refused = await allInvoices.finalize({ params: { id }, body: { revision } }).then(() => 'done', refusalOf);
    expect([currency, refused]).toEqual([currency, ['document_refused', { rule: 'BR-S-02', field: 'BT-31' }]]);
    // nothing of it was written, the number is the next one's
    expect(await allInvoices.get({ params: { id } })).toMatchObject({ state: 'draft', number: null });
  }
});

test('dinars with three decimals that are whole are written', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const { allInvoices } = world.api(shop.operator);
  const { accountId } = await buildBuyer(world);
  const lines = [{ title: 'Hour', quantity: 3, unit: 10_005 }];
  const { id, revision } = await allInvoices.create({ body: { accountId, currency: 'KWD', lines } });
  const made = await allInvoices.finalize({ params: { id }, body: { revision } });
  expect([made.state, made.total]).toEqual(['open', 35_718]);
});
