import { expect, test } from 'vitest';
import { allowing, buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { buildLiveSite, push, seated } from '#app/http/live/live.factory.ts';

test('an operator whose statements name single rooms does not hear those of all accounts', async () => {
  const { world, url } = await buildLiveSite();
  const boss = await buildActor(world, { kind: 'operator' });
  const { actor, token } = await buildActor(world, { accountId: boss.actor.accountId, role: 'staff' });
  await buildGrant(world, actor, { statements: [allowing(['rooms.view', 'meetings.view'], [`room/${newId()}`])] });
  const { next } = await seated(url, { token });
  await push(world, { topic: 'operator', kind: 'secret' });
  await push(world, { topic: `user:${actor.userId}`, kind: 'notice' });
  expect(await next()).toMatchObject({ kind: 'notice' });
});

test('what is allowed or denied for an address counts for the socket of that address', async () => {
  const { world, url } = await buildLiveSite();
  const boss = await buildActor(world);
  const ip = ['127.0.0.1', '::1'];
  const [here, away] = [
    await buildActor(world, { accountId: boss.actor.accountId, role: 'staff' }),
    await buildActor(world, { accountId: boss.actor.accountId, role: 'staff' }),
  ];
  await buildGrant(world, here.actor, { statements: [{ ...allowing(['rooms.view']), condition: { ip } }] });
  await buildGrant(world, away.actor, { preset: 'viewer', statements: [{ ...denying(['*']), condition: { ip } }] });
  const [hears, deaf] = [await seated(url, { token: here.token }), await seated(url, { token: away.token })];
  await push(world, { topic: `account:${boss.actor.accountId}`, kind: 'room' });
  await push(world, { topic: `user:${away.actor.userId}`, kind: 'notice' });
  expect(await hears.next()).toMatchObject({ kind: 'room' });
  expect(await deaf.next()).toMatchObject({ kind: 'notice' });
});
