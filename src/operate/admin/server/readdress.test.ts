/** An invitation to own an account at a mistyped address is sent to the right one, and the reader of the wrong one gets nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, testWorld } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { mailsTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { permissionsOf } from '../admin.rules.ts';
import { buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const address = () => `${newId()}@box.example`;
type Keeper = Awaited<ReturnType<typeof buildKeeper>>;
const seller = () => buildKeeper(world, { kind: 'vendor' });
async function brought(by: Keeper, ownerEmail: string): Promise<string> {
  const body = { organisation: 'Typo', ownerName: 'Wanda', ownerEmail, locale: 'de' as const, grant: grantOfAll(1) };
  return (await world.api(by.actor).vendors.addCustomer({ body })).id;
}
const newestLink = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1));
const guest = () => world.api({ kind: 'nobody' }).identity;
const accept = (token: string) =>
  codeOf(
    guest().register({
      body: {
        token,
        name: 'Wanda',
        organisation: 'x',
        password: 'seven-quiet-lanterns',
        locale: 'de',
        timeZone: 'UTC',
        terms: true,
      },
    }),
  );

describe('an invitation to own an account', () => {
  test('goes to another address by whoever invited, and by the operator: the old link is dead, the new one works', async () => {
    const [vendor, operator] = [await seller(), await buildKeeper(world)];
    for (const keeper of [vendor, operator]) {
      const { users } = world.api(keeper.actor);
      const [wrong, right] = [address(), address()];
      const id = await brought(vendor, wrong);
      expect((await users.get({ params: { id } })).rights).toMatchObject({ readdress: true, address: false });
      expect(await codeOf(users.readdress({ params: { id }, body: { email: wrong.toUpperCase() } }))).toBe('same_email');
      const after = await users.readdress({ params: { id }, body: { email: right } });
      expect(after).toMatchObject({ owner: null, invited: { name: 'Wanda', email: right } });
      expect([(await mailsTo(world, wrong)).length, (await mailsTo(world, right)).length]).toEqual([1, 1]);
      const dead = await newestLink(wrong);
      expect((await guest().linkInfo({ body: { token: dead } })).state).toBe('used');
      expect(await accept(dead)).toBe('link_used');
      expect(await accept(await newestLink(right))).toBe('fine');
      expect((await users.get({ params: { id } })).owner).toMatchObject({ email: right });
      expect(await codeOf(users.readdress({ params: { id }, body: { email: address() } }))).toBe('wrong_state');
    }
  });

  test('of a vendor that the operator made goes elsewhere too', async () => {
    const operator = await buildKeeper(world);
    const { users, vendors } = world.api(operator.actor);
    const pool = { rooms: null, people: null, meetingsAtOnce: null, peopleAtOnce: null, recordingGb: null };
    const right = address();
    const { id } = await vendors.add({
      body: {
        organisation: 'Nordlicht',
        ownerName: 'Nora',
        ownerEmail: address(),
        locale: 'de',
        timeZone: 'UTC',
        contractVersion: '1',
        pool,
      },
    });
    await users.readdress({ params: { id }, body: { email: right } });
    expect((await vendors.get({ params: { id } })).invited).toEqual({ name: 'Nora', email: right });
  });

  test('stands no longer in the list of a known person whose address it was not meant for', async () => {
    const [vendor, known] = [await seller(), await buildActor(world)];
    const id = await brought(vendor, known.actor.email);
    const mine = async () => (await world.api(known.actor).iam.myInvitations()).items.length;
    expect(await mine()).toBe(1);
    await world.api(vendor.actor).users.readdress({ params: { id }, body: { email: address() } });
    expect(await mine()).toBe(0);
  });

  test('is not there for another vendor; is refused without the right, without a proof and without a session', async () => {
    const [vendor, other, operator] = [await seller(), await seller(), await buildKeeper(world)];
    const id = await brought(vendor, address());
    const weak = await buildKeeper(world, { accountId: vendor.actor.accountId, scope: ['users.manage'] });
    const of = { accountId: operator.actor.accountId };
    const staff = await buildKeeper(world, { ...of, scope: permissionsOf(['accounting']) });
    const unproven = await buildKeeper(world, { ...of, scope: ['users.manage', 'users.addresses'], proof: 'none' });
    const by = (who: Keeper) => codeOf(world.api(who.actor).users.readdress({ params: { id }, body: { email: address() } }));
    expect([await by(other), await by(weak), await by(staff), await by(unproven)]).toEqual([
      'not_found',
      'not_allowed',
      'not_allowed',
      'proof_needed',
    ]);
    const url = `/api/users/${id}/invitation-email`;
    expect((await world.app.inject({ method: 'POST', url, payload: { email: address() } })).statusCode).toBe(401);
  });
});

test('an owner who never came is welcomed at the right address, and nobody is told at the wrong one', async () => {
  const { users } = world.api((await buildKeeper(world)).actor);
  const [wrong, right] = [address(), address()];
  const { id } = await users.create({
    body: { organisation: 'Typo', email: wrong, name: 'Wanda', locale: 'de', timeZone: 'UTC' },
  });
  const dead = await newestLink(wrong);
  await users.setAddress({ params: { id }, body: { email: right } });
  expect((await mailsTo(world, wrong)).map((mail) => mail.template)).toEqual(['account.invitation']);
  expect((await mailsTo(world, right)).map((mail) => mail.template)).toEqual(['account.invitation']);
  const stateOf = async (token: string) => (await guest().linkInfo({ body: { token } })).state;
  expect([await stateOf(dead), await stateOf(await newestLink(right))]).toEqual(['used', 'good']);
});
