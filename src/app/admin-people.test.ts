import { expect, test } from 'vitest';
import { buildAccount, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { Given, Outcome } from './admin-command.ts';
import { peopleCommands } from './admin-people.ts';
import { type World, worldForThisTest } from './testing.ts';
import { PlainTrouble } from './trouble.ts';

function createUser(world: World, given: Given): Promise<Outcome> {
  const command = peopleCommands.find((one) => one.noun === 'users' && one.verb === 'create');
  if (command === undefined) throw new Error('there is no such command');
  return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
}
const linkIn = (outcome: Outcome): URL => new URL(/https?:\S+/.exec(outcome.text ?? '')?.[0] ?? '');
const password = 'tall-giraffe-in-rain';

test.each([
  [undefined, 'member'],
  ['admin', 'admin'],
  ['owner', 'owner'],
])(
  'users create with role %s makes a %s of the account, who sets a password with the printed link and signs in',
  async (role, is) => {
    const world = await worldForThisTest();
    const account = await buildAccount(world);
    const made = await createUser(world, {
      id: account.id,
      name: 'Zoë',
      email: ' Zoe@Example.org ',
      ...(role === undefined ? {} : { role }),
    });
    const link = linkIn(made);
    expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/update-password']);
    expect(made.json).toMatchObject({ userId: expect.any(String), link: link.href });
    const api = world.api();
    await api.identity.updatePassword({ body: { token: link.searchParams.get('token') ?? '', password } });
    const { token } = await api.identity.login({
      body: { email: 'zoe@example.org', password, challenge: await buildAnswer(world.ctx()) },
    });
    const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
    expect(user.json()).toMatchObject({ name: 'Zoë', email: 'zoe@example.org', account: { id: account.id, role: is } });
  },
);

test('users create refuses an unknown account, an address that is taken, and a role that is none, and makes nobody then', async () => {
  const world = await worldForThisTest();
  const account = await buildAccount(world);
  await buildPerson(world, { email: 'taken@example.org' });
  const given = { id: account.id, name: 'Zoë', email: 'zoe@example.org' };
  const refusal = (change: Given) =>
    createUser(world, { ...given, ...change }).then(
      () => 'made',
      (error: unknown) => (error instanceof Failure ? error.code : error instanceof PlainTrouble ? error.message : String(error)),
    );
  expect(await refusal({ id: '00000000-0000-7000-8000-000000000000' })).toBe('not_found');
  expect(await refusal({ email: 'Taken@example.org' })).toBe('email_taken');
  expect(await refusal({ role: 'king' })).toBe('--role is member, admin or owner.');
  expect(await refusal({ email: '' })).toBe('--email is missing.');
  expect(await refusal({ id: '' })).toBe('Which one? Give its id.');
  expect(await refusal({})).toBe('made');
});
