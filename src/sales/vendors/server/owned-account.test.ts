/** Accounts that are made for somebody else: nobody owns them before they accept. */
import { afterAll, expect, test } from 'vitest';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { answerInvitation, myInvitations } from '#core/iam/server/invite.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { prove } from '#core/identity/server/sessions/proof.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { firstPool } from '../vendors.rules.ts';
import { addCustomer } from './customers.service.ts';
import { buildOperator, buildVendor, customer, emailOf, operatorPassword } from './vendors.factory.ts';
import { add, get } from './vendors.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const { actor: operator } = await buildOperator(world);
await prove(world.ctx(operator), { password: operatorPassword });
const asOperator = () => world.ctx(operator);
const nordlicht = (ownerEmail: string) => ({
  organisation: 'Nordlicht GmbH',
  ownerName: 'Nora',
  ownerEmail,
  locale: 'de' as const,
  timeZone: 'Europe/Berlin',
  contractVersion: '2026-1',
  pool: firstPool,
});

test('nobody owns a vendor that the operator makes before they accept, known or not', async () => {
  const { actor: known } = await buildActor(world);
  const { read } = world.ctx().system;
  const made: string[] = [];
  for (const email of [known.email, emailOf()]) {
    const view = await add(asOperator(), nordlicht(email));
    expect(view).toMatchObject({ appliedBy: null, invited: { name: 'Nora', email } });
    expect(await templatesTo(world, email)).toEqual(['iam.invitation']);
    expect(await findOwners(read, view.id)).toEqual([]);
    made.push(view.id);
  }
  const [invitation] = (await myInvitations(world.ctx(known))).items;
  await answerInvitation(world.ctx(known), { id: invitation?.id ?? '', answer: 'accept' });
  expect(await findOwners(read, made[0] ?? '')).toEqual([known.userId]);
  expect((await get(asOperator(), made[0] ?? '')).invited).toBeNull();
});

test('nobody owns a customer before they accept, and neither mail nor answer tells whether the address was known', async () => {
  const { actor } = await buildVendor(world);
  const { actor: known } = await buildActor(world);
  const fresh = customer(1);
  const [a, b] = [
    await addCustomer(world.ctx(actor), fresh),
    await addCustomer(world.ctx(actor), { ...customer(1), ownerEmail: known.email }),
  ];
  expect(Object.keys(a)).toEqual(Object.keys(b));
  expect(await templatesTo(world, fresh.ownerEmail)).toEqual(['iam.invitation']);
  expect(await templatesTo(world, known.email)).toEqual(['iam.invitation']);
  const { read } = world.ctx().system;
  expect([await findOwners(read, a.id), await findOwners(read, b.id)]).toEqual([[], []]);
  const [invitation] = (await myInvitations(world.ctx(known))).items;
  expect(invitation).toMatchObject({ preset: 'owner', accountName: 'Lindenschule' });
  await answerInvitation(world.ctx(known), { id: invitation?.id ?? '', answer: 'accept' });
  expect(await findOwners(read, b.id)).toEqual([known.userId]);
});
