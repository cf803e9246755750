/** What goes on after the master key was lost: screens say what to do, meetings run on, and nothing is tried for ever. */
import { expect, test } from 'vitest';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { deliveryById } from '#connect/webhooks/server/deliveries.queries.ts';
import { deliver, tryDelivery } from '#connect/webhooks/server/deliveries.service.ts';
import type { BuiltCall } from '#connect/endpoint/endpoint.contract.ts';
import { rotateNewest } from '#connect/endpoint/server/secrets.service.ts';
import { changeServer } from '#meet/servers/server/servers.queries.ts';
import { secretPurpose } from '#meet/servers/server/servers.service.ts';
import { failureOf } from '#meet/meetings/server/meet.factory.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { buildCustomer, buildQuirky, buildStreet, keyOf, rawRequest, textIn } from '#app/proof/endpoint/endpoint-door.factory.ts';
import { signQuery } from '@atrium/bbb/checksum';
import { writeQuery } from '@atrium/bbb/query';

async function buildLoss() {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const { fake, server } = await buildQuirky(street);
  const { world } = street;
  const loseKey = async () => {
    world.parts.secrets = createSecrets(newMasterKey());
    const ctx = world.ctx();
    // the operator has entered the server's secret again, the customer's program got a new one
    await ctx.system.write((tx) =>
      changeServer(tx, server.id, { secretSealed: ctx.secrets.seal(secretPurpose, fake.secret), health: 'healthy' }),
    );
    const { secret } = await rotateNewest(ctx, customer.owner.accountId);
    // a process that starts with the new key
    const { port } = await buildStreet(world);
    return (name: string, params: Record<string, string> = {}) => {
      const signed = signQuery({ call: name, query: writeQuery(Object.entries(params)), secret, hash: 'sha256' });
      return rawRequest(port, `/e/${customer.key}/bigbluebutton/api/${name}?${signed}`);
    };
  };
  return { ...street, customer, fake, loseKey };
}

test('a secret that cannot be read is told as such where it is asked for, and another one can be made', async () => {
  const { world, customer, loseKey } = await buildLoss();
  await loseKey();
  const api = world.api(customer.owner).endpoint;
  const { secrets } = await api.get({});
  const [id = ''] = secrets.filter((one) => one.state === 'ending').map((one) => one.id);
  const built: BuiltCall = { secretId: id, call: 'getMeetings', method: 'GET', hash: 'sha256', parameters: [], body: null };
  const works = [() => api.reveal({ params: { id } }), () => api.build({ body: built }), () => api.run({ body: built })];
  for (const work of works) expect((await failureOf(work())).code).toBe('secret_lost');
  expect((await api.addSecret({ body: { name: 'Again' } })).state).toBe('active');
});

test('meetings whose passwords are lost are listed, told again and ended; what polls heard takes their place', async () => {
  const { world, customer, loseKey } = await buildLoss();
  const passwords = { attendeePW: 'ap', moderatorPW: 'mp' };
  for (const meetingID of ['c1', 'c2']) await customer.call('create', { name: 'N1', meetingID, ...passwords });
  const call = await loseKey();
  await expect.poll(async () => (await call('getMeetings')).text).toContain('<meetingID>c2</meetingID>');
  expect(keyOf(await call('create', { name: 'N1', meetingID: 'c1' }))).toBe('duplicateWarning');
  expect(keyOf(await call('create', { name: 'N1', meetingID: 'c1', ...passwords }))).toBe('internalError');
  expect(textIn(await call('getMeetingInfo', { meetingID: 'c1' }), 'moderatorPW')).toBe('mp');
  // a wrong password cannot be recognised yet
  expect(keyOf(await call('end', { meetingID: 'c1', password: 'wrong' }))).toBe('internalError');
  expect(textIn(await call('isMeetingRunning', { meetingID: 'c1' }), 'returncode')).toBe('SUCCESS');
  expect((await call('getMeetings')).text).toContain('<meetingID>c1</meetingID>');
  await pollServers(world.ctx());
  expect(keyOf(await call('create', { name: 'N1', meetingID: 'c1', ...passwords }))).toBe('duplicateWarning');
  expect(keyOf(await call('end', { meetingID: 'c1', password: 'wrong' }))).toBe('invalidPassword');
  for (const meetingID of ['c1', 'c2'])
    expect(keyOf(await call('end', { meetingID, password: 'mp' }))).toBe('sentEndMeetingRequest');
});

test('a delivery that nobody can open is given up at once with its reason', async () => {
  const { world, customer, loseKey } = await buildLoss();
  const news = { kind: 'hook', subjectId: null, method: 'POST', url: 'http://127.0.0.1:9/x', body: 'a' } as const;
  const ctx = world.ctx();
  const id = await ctx.system.write((tx) => deliver(ctx, tx, { ...news, accountId: customer.owner.accountId }));
  await loseKey();
  await tryDelivery(world.ctx(), { id });
  expect(await deliveryById(ctx.system.read, id)).toMatchObject({
    state: 'given-up',
    tries: 1,
    nextAt: null,
    lastStatus: null,
    lastTrouble: 'secret_lost',
  });
});
