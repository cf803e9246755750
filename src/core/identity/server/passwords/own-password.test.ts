import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest, type World } from '#app/proof/testing.ts';
import { mailsTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { makeResetPath } from './own-password.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const better = 'small-otter-by-lake';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const statusOf = async (place: World, token: string) =>
  (await place.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;

async function askReset(place: World, email: string) {
  const answer = await place.app.inject({
    method: 'POST',
    url: '/api/reset-password',
    payload: { email, challenge: await buildAnswer(place.ctx()) },
  });
  return [answer.statusCode, answer.body];
}

test('a reset answers the same for known and unknown addresses, and mails only the known one', async () => {
  await buildActor(world, { email: 'known@example.org', locale: 'ja' });
  const answers = [await askReset(world, 'known@example.org'), await askReset(world, 'unknown@example.org')];
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual([200, '{}']);
  await world.runJobs();
  expect((await mailsTo(world, 'known@example.org')).map((mail) => [mail.template, mail.locale])).toEqual([
    ['account.resetPassword', 'ja'],
  ]);
  expect(await mailsTo(world, 'unknown@example.org')).toEqual([]);
});

test('a mailed link sets a new password once and ends every session', async () => {
  const { token } = await buildActor(world, { email: 'reset@example.org', password });
  await askReset(world, 'reset@example.org');
  await world.runJobs();
  const link = tokenIn((await mailsTo(world, 'reset@example.org'))[0]);
  const { identity } = world.api();
  expect(await codeOf(identity.updatePassword({ body: { token: link, password: 'password1' } }))).toBe('weak_password');
  await identity.updatePassword({ body: { token: link, password: better } });
  expect(await statusOf(world, token)).toBe(401);
  expect(await codeOf(identity.updatePassword({ body: { token: link, password: better } }))).toBe('link_used');
  expect(
    await codeOf(identity.login({ body: { email: 'reset@example.org', password, challenge: await buildAnswer(world.ctx()) } })),
  ).toBe('wrong_credentials');
  expect(
    await codeOf(
      identity.login({ body: { email: 'reset@example.org', password: better, challenge: await buildAnswer(world.ctx()) } }),
    ),
  ).toBe('fine');
  expect((await mailsTo(world, 'reset@example.org')).map((mail) => mail.template)).toEqual([
    'account.resetPassword',
    'account.passwordChanged',
  ]);
});

test('a reset link runs out after an hour, and a newer one makes it useless', async () => {
  const own = await worldForThisTest();
  const { actor } = await buildActor(own, { email: 'late@example.org', password });
  const pathToken = async () => (await makeResetPath(own.ctx(), { userId: actor.userId })).split('token=')[1] ?? '';
  const [first, second] = [await pathToken(), await pathToken()];
  expect(await codeOf(own.api().identity.updatePassword({ body: { token: first, password: better } }))).toBe('link_used');
  own.clock.advance(3_601_000);
  expect(await codeOf(own.api().identity.updatePassword({ body: { token: second, password: better } }))).toBe('link_expired');
  expect(await codeOf(makeResetPath(own.ctx(actor), { userId: actor.userId }))).toBe('not_allowed');
});

test('whoever knows the password changes it; the other sessions end and this one stays', async () => {
  const { actor, token } = await buildActor(world, { email: 'change@example.org', password });
  const other = await buildActor(world, { userId: actor.userId, accountId: (await buildAccount(world)).id });
  const { identity } = world.api(actor);
  expect(await codeOf(identity.changePassword({ body: { current: 'wrong-wrong', next: better } }))).toBe('wrong_password');
  expect(await codeOf(identity.changePassword({ body: { current: password, next: 'change@example.org' } }))).toBe(
    'weak_password',
  );
  await identity.changePassword({ body: { current: password, next: better } });
  expect([await statusOf(world, token), await statusOf(world, other.token)]).toEqual([200, 401]);
  expect((await mailsTo(world, 'change@example.org')).map((mail) => mail.template)).toEqual(['account.passwordChanged']);
});

test('guessing the own password from an open session is slowed down', async () => {
  const { actor } = await buildActor(world, { password });
  const { identity } = world.api(actor);
  for (let i = 0; i < 5; i++)
    expect(await codeOf(identity.changePassword({ body: { current: `wrong-${i}`, next: better } }))).toBe('wrong_password');
  expect(await codeOf(identity.changePassword({ body: { current: password, next: better } }))).toBe('too_many_requests');
});
