import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { login } from './login.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const guest = () => world.ctx({ kind: 'nobody' });
const firefox = { address: '192.0.2.7', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

test('abuse row 1: a browser that is new in its network is told by mail in the reader’s language; the first one, and a new address, are not', async () => {
  await buildActor(world, { email: 'device@example.org', password, locale: 'ja' });
  const from = async (caller: { address: string; agent: string }) =>
    login({ ...guest(), caller }, { email: 'device@example.org', password, challenge: await buildAnswer(world.ctx()) });
  const mails = async () =>
    (await readMails(world))
      .filter((mail) => mail.recipient === 'device@example.org')
      .map((mail) => [mail.template, mail.locale]);
  await from(firefox);
  await from(firefox);
  expect(await mails()).toEqual([]);
  await from({ ...firefox, address: '192.0.2.208' });
  expect(await mails()).toEqual([]);
  // changing addresses within one network sends one mail
  for (const tail of ['1', '2', 'aaaa:3']) await from({ ...firefox, address: `2001:db8:5:5::${tail}` });
  expect(await mails()).toEqual([['account.newDevice', 'ja']]);
  world.clock.advance(91 * 86_400_000);
  await from(firefox);
  expect((await mails()).length).toBe(2);
});
