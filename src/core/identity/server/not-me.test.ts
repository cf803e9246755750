import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/testing.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from './identity.factory.ts';
import { login } from './login.service.ts';
import { buildAuthenticator } from './passkey.factory.ts';

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
