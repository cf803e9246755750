import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { readMails, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { login } from './login.service.ts';
import { buildAuthenticator } from './passkey.factory.ts';
import { tieAndTell } from '#core/identity/server/social/social-ties.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const email = 'not-me@example.org';
const password = 'tall-giraffe-in-rain';
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const signIn = async () => login(world.ctx({ kind: 'nobody' }), { email, password, challenge: await buildAnswer(world.ctx()) });
const statusOf = async (token: string) =>
  (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('“it was not me” signs out everywhere, closes the password, and mails a link for a new one; once', async () => {
  const { actor } = await buildActor(world, { email, password });
  const bystander = await buildActor(world, { email: 'bystander@example.org', password });
  const { safety } = world.api(actor);
  await safety.prove({ body: { password } });
  const { options } = await safety.passkeyOptions();
  await safety.addPasskey({ body: { name: 'k', response: buildAuthenticator().make(options.challenge) } });
  const text = (await readMails(world)).find((mail) => mail.recipient === email)?.bodyText ?? '';
  const link = /not-me\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  const guest = world.api();
  expect(await guest.identity.linkInfo({ body: { token: link } })).toMatchObject({ kind: 'not-me', state: 'good' });
  const { token } = await signIn();
  await guest.safety.notMe({ body: { token: link } });
  expect([await statusOf(token), await statusOf(bystander.token)]).toEqual([401, 200]);
  expect(await codeOf(signIn())).toBe('wrong_credentials');
  expect(await codeOf(guest.safety.notMe({ body: { token: link } }))).toBe('link_used');
  await world.runJobs();
  const templates = (await readMails(world)).filter((mail) => mail.recipient === email).map((mail) => mail.template);
  expect(templates).toContain('account.resetPassword');
});

const rows = async (query: ReturnType<typeof sql>) => (await world.ctx().system.read.execute(query)).rows;
const linkTo = async (recipient: string, template: string) => {
  const mail = (await readMails(world)).filter((one) => one.recipient === recipient && one.template === template).at(-1);
  return /not-me\?token=([\w-]+)/.exec(mail?.bodyText ?? '')?.[1] ?? '';
};

test('an address that a stranger changed comes back, and what they set up since goes; what was there before stays', async () => {
  const own = 'robbed@example.org';
  const { actor } = await buildActor(world, { email: own, password });
  const api = world.api({ ...actor, scope: ['keys.manage', 'rooms.view'] });
  await api.safety.prove({ body: { password } });
  const addKey = async (name: string) => {
    const { options } = await api.safety.passkeyOptions();
    await api.safety.addPasskey({ body: { name, response: buildAuthenticator().make(options.challenge) } });
  };
  const tie = (subject: string) =>
    world.ctx().system.write(async (tx) => {
      const claims = { issuer: 'https://school.example', subject, email: null, groups: [] };
      await tieAndTell(world.ctx(), tx, { userId: actor.userId, provider: 'school', claims, keepSession: actor.sessionId });
    });
  const program = (name: string) =>
    api.keys.create({ body: { name, scopes: ['rooms.view'], ranges: [], owner: 'person', expiresAt: null } });
  await addKey('old');
  await tie('mine');
  await program('old');
  world.clock.advance(300_000);
  // the stranger
  await api.identity.changeEmail({ body: { email: 'stranger@example.org' } });
  const change = (await readMails(world)).filter((mail) => mail.recipient === 'stranger@example.org').at(-1);
  await world.api().identity.confirmEmail({ body: { token: tokenIn(change) } });
  const link = await linkTo(own, 'account.emailChanged');
  world.clock.advance(30_000);
  await addKey('theirs');
  await tie('theirs');
  await program('theirs');
  const theirLink = await linkTo('stranger@example.org', 'account.factorsChanged');
  // theirs is used first, and does not end the owner's
  await world.api().safety.notMe({ body: { token: theirLink } });
  await world.api().safety.notMe({ body: { token: link } });
  await world.runJobs();
  expect(await rows(sql`select email, email_verified_at is not null as proven from users where id = ${actor.userId}`)).toEqual([
    { email: own, proven: true },
  ]);
  expect(await rows(sql`select name from passkeys where user_id = ${actor.userId}`)).toEqual([{ name: 'old' }]);
  expect(await rows(sql`select subject from user_identities where user_id = ${actor.userId}`)).toEqual([{ subject: 'mine' }]);
  expect(await rows(sql`select name from access_keys where user_id = ${actor.userId} and revoked_at is null`)).toEqual([
    { name: 'old' },
  ]);
  const resets = (await readMails(world)).filter((mail) => mail.template === 'account.resetPassword');
  expect(resets.map((mail) => mail.recipient)).toContain(own);
});

test('an address that is somebody else’s by now is not taken from them, and no link goes to the stranger', async () => {
  const own = 'lost@example.org';
  const { actor } = await buildActor(world, { email: own, password });
  const api = world.api(actor);
  await api.safety.prove({ body: { password } });
  await api.identity.changeEmail({ body: { email: 'stranger-2@example.org' } });
  const change = (await readMails(world)).filter((mail) => mail.recipient === 'stranger-2@example.org').at(-1);
  await world.api().identity.confirmEmail({ body: { token: tokenIn(change) } });
  await buildPerson(world, { email: own });
  await world.api().safety.notMe({ body: { token: await linkTo(own, 'account.emailChanged') } });
  await world.runJobs();
  expect(await rows(sql`select email from users where id = ${actor.userId}`)).toEqual([
    { email: `not-me-${actor.userId}@erased.invalid` },
  ]);
  const resets = (await readMails(world)).filter((mail) => mail.template === 'account.resetPassword');
  expect(resets.map((mail) => mail.recipient)).not.toContain('stranger-2@example.org');
});
