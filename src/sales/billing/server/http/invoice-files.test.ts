import { afterAll, describe, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { newId } from '#kit/server/ids.ts';
import { profileOf, putProfile } from '../parties.queries.ts';
import { buildBuyer, buildShop } from '../billing.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { token: operatorToken } = await buildOperator(world);

/** A customer with one numbered invoice whose papers are made. */
async function customer() {
  const { actor, token } = await buildActor(world, { kind: 'customer' });
  const like = await profileOf(world.ctx().system.read, (await buildBuyer(world)).accountId);
  if (like === null) throw new Error('no address was made');
  const { revision: _revision, ...profile } = like;
  await world.ctx().system.write((tx) => putProfile(tx, { ...profile, accountId: actor.accountId }, null));
  const { allInvoices } = world.api(shop.operator);
  const lines = [{ title: 'Training', quantity: 1, unit: 10_000 }];
  const made = await allInvoices.create({ body: { accountId: actor.accountId, currency: 'EUR', lines } });
  const { id, number } = await allInvoices.finalize({ params: { id: made.id }, body: { revision: made.revision } });
  return { actor: { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) }, token, id, number };
}
const ask = (path: string, token?: string) =>
  world.app.inject({ url: path, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

describe('papers of an invoice', () => {
  test('are given to its account and to whoever is paid, with the number as their name', async () => {
    const { token, id, number } = await customer();
    expect((await ask(`/api/invoices/${id}/pdf`, token)).statusCode).toBe(404);
    await world.runJobs();
    const pdf = await ask(`/api/invoices/${id}/pdf`, token);
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-cache',
    ]);
    expect(pdf.headers['content-disposition']).toContain(`filename="${number}.pdf"`);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const xml = await ask(`/api/invoices/${id}/xml`, token);
    expect([xml.statusCode, xml.body.includes('CrossIndustryInvoice'), xml.body.includes(number ?? 'none')]).toEqual([
      200,
      true,
      true,
    ]);
    const ubl = await ask(`/api/invoices/${id}/ubl`, operatorToken);
    expect([ubl.statusCode, ubl.headers['content-disposition']?.toString().includes(`${number}.ubl.xml`)]).toEqual([200, true]);
  });

  test('are not there for another account, without a session, and without the right', async () => {
    const { actor, id } = await customer();
    await world.runJobs();
    const other = await buildActor(world, { kind: 'customer' });
    const member = await buildActor(world, { accountId: actor.accountId, role: 'member' });
    const answers = await Promise.all(
      [
        [`/api/invoices/${id}/pdf`, other.token],
        [`/api/invoices/${id}/pdf`, undefined],
        [`/api/invoices/${id}/pdf`, member.token],
        [`/api/invoices/${newId()}/pdf`, other.token],
        [`/api/invoices/not-an-id/pdf`, other.token],
        [`/api/invoices/${id}/doc`, other.token],
      ].map(async ([path = '', token]) => {
        const { statusCode, headers } = await ask(path, token);
        return [statusCode, String(headers['content-type']).split(';')[0]];
      }),
    );
    const problem = 'application/problem+json';
    expect(answers).toEqual([
      [404, problem],
      [401, problem],
      [403, problem],
      [404, problem],
      [404, problem],
      [404, problem],
    ]);
  });
});
