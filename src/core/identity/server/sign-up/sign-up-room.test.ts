import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { makeLink } from './links.service.ts';
import { socialWorld } from '#core/identity/server/social/social-world.factory.ts';

const { browser, close, codeOf, goTo, google, other, password, world } = await socialWorld();
afterAll(close);

async function setPerDay(perDay: number | null): Promise<void> {
  const { actor } = await buildActor(world, { kind: 'operator' });
  await world.ctx().system.write((tx) => tx.execute(sql`update sessions set proven_until = now() + interval '1 day'`));
  const api = world.api({ ...actor, scope: ['platform.manage'] });
  const { signUp } = await api.platform.get();
  await api.platform.update({ body: { signUp: { ...signUp, perDay } } });
}
const tokenFor = (email: string): Promise<string> => {
  const ctx = world.ctx();
  return ctx.system.write((tx) => makeLink(ctx, tx, { kind: 'registration', email, data: { locale: 'de' } }));
};
const about = { organisation: 'School', locale: 'de', timeZone: 'Europe/Berlin', terms: true } as const;

test('of several who register at one moment as many come in as the day still has room for', async () => {
  await setPerDay(3);
  const tokens: string[] = [];
  for (let n = 0; n < 8; n++) tokens.push(await tokenFor(`many-${n}@example.org`));
  const ends = await Promise.all(
    tokens.map((token, n) =>
      codeOf(browser().api.identity.register({ body: { ...about, token, name: `Ada ${n}`, password: `${password}-${n}` } })),
    ),
  );
  expect(ends.filter((code) => code === 'fine')).toHaveLength(3);
  expect(ends.filter((code) => code === 'sign_ups_full')).toHaveLength(5);
  // a link is not used up by a refusal: it serves when there is room again
  const refused = tokens[ends.indexOf('sign_ups_full')] ?? '';
  await setPerDay(null);
  const again = { ...about, token: refused, name: 'Bo', password: `${password}-again` };
  expect(await codeOf(browser().api.identity.register({ body: again }))).toBe('fine');
});

test('who comes by a provider is told at once that the day is full, with an address or without', async () => {
  google.state.person = { sub: 'g-full', email: 'full@example.org', email_verified: true, name: 'G' };
  other.state.person = { sub: 'o-full', name: 'Without' };
  const early = browser();
  expect(await early.api.social.finish({ body: await goTo(early, 'other') })).toMatchObject({ outcome: 'email' });
  await setPerDay(1);
  for (const provider of ['google', 'other']) {
    const one = browser();
    expect(await codeOf(one.api.social.finish({ body: await goTo(one, provider) }))).toBe('sign_ups_full');
  }
  expect(await codeOf(early.api.social.giveEmail({ body: { email: 'typed@example.org', locale: 'de' } }))).toBe('sign_ups_full');
});
