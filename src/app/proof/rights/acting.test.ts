/** What somebody who acts in a customer's name is refused: row 32 of the abuse table, asked of every call that there is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayActFor } from '#core/identity/acting.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildKeeper } from '#operate/admin/server/admin.factory.ts';
import { mountedCalls } from '#app/assembly.ts';
import { bodyOf, calls, knockOn, paramsOf } from '#app/proof/testing-calls.ts';
import { type World, testWorld } from '#app/proof/testing.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

async function acting(): Promise<{ token: string }> {
  const staff = await buildKeeper(world);
  const customer = await buildActor(world);
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/acting',
    headers: { authorization: `Bearer ${staff.token}` },
    payload: { accountId: customer.actor.accountId, reason: 'Ticket 4711' },
  });
  return { token: answer.json<{ token: string }>().token };
}

describe('abuse row 32: whoever acts for somebody is refused', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['another password', 'identity.changePassword'],
    ['another address', 'identity.changeEmail'],
    ['another profile', 'identity.updateProfile'],
    ['another account of the person', 'identity.switchAccount'],
    ['ending the customer’s sessions', 'identity.revokeOtherSessions'],
    ['proving to be the customer', 'safety.prove'],
    ['an app for codes', 'safety.totpBegin'],
    ['taking the app off', 'safety.totpRemove'],
    ['recovery codes', 'safety.recoveryRenew'],
    ['a passkey', 'safety.addPasskey'],
    ['taking a passkey off', 'safety.removePasskey'],
    ['a new key of the endpoint', 'endpoint.addSecret'],
    ['seeing a key of the endpoint', 'endpoint.reveal'],
    ['another key of the endpoint', 'endpoint.rotate'],
    ['asking somebody into a room, who would stay when the acting is over', 'rooms.invite'],
    ['giving somebody more in a room', 'rooms.changeShare'],
    ['giving a room away', 'rooms.offerTransfer'],
    ['deleting a room for good', 'rooms.purge'],
    ['entering a meeting', 'meetings.joinMeeting'],
    ['starting a meeting', 'meetings.start'],
    ['watching a recording', 'recordings.playback'],
    ['seeing which rooms wait for the customer', 'rooms.invitations'],
    ['seeing which accounts wait for the customer', 'iam.myInvitations'],
    ['reading the customer’s news away', 'notices.markRead'],
    ['looking into the library', 'library.list'],
    ['seeing its folders', 'library.folders'],
    ['seeing a file', 'library.get'],
    ['seeing what is on its way', 'library.uploads'],
  ];
  test.each(refused)('%s (%s)', async (_what, name) => {
    const { token } = await acting();
    const one = calls.find((call) => call.name === name);
    if (one === undefined) throw new Error(`${name} is gone`);
    const params = Object.fromEntries(paramsOf(one).map((param) => [param, '0190a000-0000-7000-8000-000000000001']));
    const answer = await knockOn(world.app, one, { token, params, body: bodyOf(one) });
    expect([answer.status, answer.code]).toEqual([403, 'acting_for_somebody']);
  });

  test('every call that changes something and is not named as harmless, those of later domains too', () => {
    const changing = mountedCalls.filter(({ call }) => call.method !== 'GET' && call.access !== 'guest');
    const open = changing.filter((one) => mayActFor(one.name, one.call.method)).map((one) => one.name);
    expect(
      open.filter((name) => /password|secret|key|passkey|totp|transfer|owner|pay|export|close|webhook|acting\.start/i.test(name)),
    ).toEqual([]);
    expect(open.filter((name) => !/^(rooms|recordings)\.|^accounts\.update$|^identity\.logout$/.test(name))).toEqual([]);
  });
});
