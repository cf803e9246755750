import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { testWorld } from '#app/proof/testing.ts';
import { mailsTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { buildActor } from './identity.factory.ts';
import { makeResetPath } from './passwords/own-password.service.ts';
import { setProven } from './safety.queries.ts';

const world = await testWorld();
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
/** They showed a moment ago who they are, by whatever way. */
const proven = (actor: UserActor) =>
  world.ctx().system.write((tx) => setProven(tx, actor.sessionId, new Date(world.clock.now() + 60_000)));

test('a change of address that waits can be taken back: its link leads nowhere, and nothing of it stands any more', async () => {
  const { actor } = await buildActor(world, { email: 'stays@example.org', password });
  await proven(actor);
  const { identity } = world.api(actor);
  await identity.changeEmail({ body: { email: 'mistyped@example.org' } });
  const token = tokenIn((await mailsTo(world, 'mistyped@example.org')).at(-1));
  expect(await identity.profile({})).toMatchObject({ pendingEmail: 'mistyped@example.org' });
  expect(await identity.cancelEmail({})).toMatchObject({ pendingEmail: null, email: 'stays@example.org' });
  expect(await codeOf(world.api().identity.confirmEmail({ body: { token } }))).toBe('link_used');
  expect(await identity.cancelEmail({})).toMatchObject({ pendingEmail: null });
  expect(await codeOf(world.api().identity.cancelEmail({}))).toBe('not_signed_in');
});

test('a person changes name, language and zone', async () => {
  const { actor } = await buildActor(world);
  const { identity } = world.api(actor);
  const before = await identity.profile();
  const after = await identity.updateProfile({
    body: { name: '  Ana B. ', locale: 'ar', timeZone: 'Africa/Cairo', version: before.version },
  });
  expect(after).toMatchObject({
    name: 'Ana B.',
    locale: 'ar',
    timeZone: 'Africa/Cairo',
    version: before.version + 1,
    pendingEmail: null,
  });
});

test('a change from an older window is refused and loses nothing', async () => {
  const { actor } = await buildActor(world);
  const { identity } = world.api(actor);
  const { version } = await identity.profile();
  await identity.updateProfile({ body: { name: 'First', version } });
  await expect(identity.updateProfile({ body: { name: 'Second', version } })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    data: { version: version + 1 },
  });
  expect((await identity.profile()).name).toBe('First');
});

test('a new address counts when it is proven; the old one is told twice', async () => {
  const { actor } = await buildActor(world, { email: 'old@example.org', password });
  const { identity } = world.api(actor);
  expect(await codeOf(identity.changeEmail({ body: { email: 'new@example.org' } }))).toBe('proof_needed');
  await proven(actor);
  expect(await codeOf(identity.changeEmail({ body: { email: 'OLD@example.org' } }))).toBe('same_email');
  await identity.changeEmail({ body: { email: 'New@example.org' } });
  expect(await identity.profile()).toMatchObject({ email: 'old@example.org', pendingEmail: 'new@example.org' });
  const token = tokenIn((await mailsTo(world, 'new@example.org'))[0]);
  expect(await world.api().identity.linkInfo({ body: { token } })).toMatchObject({ kind: 'email-change', state: 'good' });
  expect((await identity.profile()).email).toBe('old@example.org');
  expect(await world.api().identity.confirmEmail({ body: { token } })).toEqual({ registration: null, changed: true });
  expect(await identity.profile()).toMatchObject({ email: 'new@example.org', pendingEmail: null });
  expect((await mailsTo(world, 'old@example.org')).map((mail) => mail.template)).toEqual([
    'account.emailChanging',
    'account.emailChanged',
  ]);
});

test('a reset stops a change of address that somebody else asked for', async () => {
  const { actor } = await buildActor(world, { email: 'victim@example.org', password });
  await proven(actor);
  await world.api(actor).identity.changeEmail({ body: { email: 'thief@example.org' } });
  const reset = (await makeResetPath(world.ctx(), { userId: actor.userId })).split('token=')[1] ?? '';
  await world.api().identity.updatePassword({ body: { token: reset, password: 'small-otter-by-lake' } });
  const stolen = tokenIn((await mailsTo(world, 'thief@example.org'))[0]);
  expect(await codeOf(world.api().identity.confirmEmail({ body: { token: stolen } }))).toBe('link_used');
});

test("somebody else's address gets the same answer here and a friendly mail there", async () => {
  await buildPerson(world, { email: 'taken@example.org' });
  const { actor } = await buildActor(world, { password });
  await proven(actor);
  expect(await codeOf(world.api(actor).identity.changeEmail({ body: { email: 'taken@example.org' } }))).toBe('fine');
  expect((await mailsTo(world, 'taken@example.org')).map((mail) => mail.template)).toEqual(['account.alreadyRegistered']);
});

test('an address that was registered in between is not taken away', async () => {
  const { actor } = await buildActor(world, { email: 'first@example.org', password });
  await proven(actor);
  await world.api(actor).identity.changeEmail({ body: { email: 'race@example.org' } });
  await buildPerson(world, { email: 'race@example.org' });
  const token = tokenIn((await mailsTo(world, 'race@example.org'))[0]);
  expect(await codeOf(world.api().identity.confirmEmail({ body: { token } }))).toBe('email_taken');
  expect((await world.api(actor).identity.profile()).email).toBe('first@example.org');
});
