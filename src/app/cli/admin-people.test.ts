import { expect, test } from 'vitest';
import { buildAccount, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { type AccountWithoutRights, findSeats } from '#core/accounts/server/accounts.service.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { listMails, sendMail } from '#core/outbox/server/outbox.service.ts';
import { Failure } from '#kit/errors.ts';
import type { AdminArguments, AdminOutcome } from './admin-command.ts';
import { peopleCommands } from './admin-people.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

function runCommand(world: World, words: string, given: AdminArguments): Promise<AdminOutcome> {
  const command = peopleCommands.find((one) => `${one.noun} ${one.verb}` === words);
  if (command === undefined) throw new Error(`there is no command ${words}`);
  return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
}
const createUser = (world: World, given: AdminArguments) => runCommand(world, 'users create', given);
const linkIn = (outcome: AdminOutcome): URL => new URL(/https?:\S+/.exec(outcome.text ?? '')?.[0] ?? '');
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
  const refusal = (change: AdminArguments) =>
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

type AdminTestAccount = { account: AccountWithoutRights; mail: string };
type AdminCommandCase = {
  words: string;
  given: (place: AdminTestAccount) => AdminArguments;
  shows: (place: AdminTestAccount) => object;
};
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const aMinute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
const aLink = /http:\/\/localhost:3000\/update-password\?token=\S+$/;
const lines: AdminCommandCase[] = [
  {
    words: 'accounts list',
    given: () => ({ search: 'Lindenschule' }),
    shows: ({ account }) => ({
      json: { total: 1, items: [{ id: account.id }] },
      rows: [{ id: account.id, name: 'Lindenschule', kind: 'customer', state: 'active', since: aMinute }],
    }),
  },
  {
    words: 'accounts create',
    given: () => ({ organisation: 'Birkenschule', name: 'Zoë', email: 'zoe@example.org' }),
    shows: () => ({
      json: { accountId: anId, userId: anId, link: expect.stringMatching(aLink) },
      text: expect.stringMatching(aLink),
    }),
  },
  {
    words: 'users reset-link',
    given: () => ({ email: ' Ana@Example.org ' }),
    shows: () => ({ json: { link: expect.stringMatching(aLink) }, text: expect.stringMatching(aLink) }),
  },
  {
    words: 'users make-operator',
    given: () => ({ email: 'ana@example.org' }),
    shows: () => ({ json: { done: true }, text: expect.stringContaining('Done') }),
  },
  {
    words: 'outbox list',
    given: () => ({ search: 'ana@' }),
    shows: ({ mail }) => ({
      json: { total: 1, items: [{ id: mail }] },
      rows: [{ id: mail, at: aMinute, state: 'kept', to: 'ana@example.org', subject: expect.stringMatching(/\S/) }],
    }),
  },
  {
    words: 'outbox show',
    given: ({ mail }) => ({ id: mail }),
    shows: ({ mail }) => ({
      json: { id: mail },
      text: expect.stringMatching(/^To: ana@example\.org\nSubject: \S.*\nState: kept\n\n\S/),
    }),
  },
];

test.each(lines)('$words shows what was asked for, as lines and as JSON', async ({ words, given, shows }) => {
  const world = await worldForThisTest();
  await buildAccount(world, { kind: 'operator', name: 'Atrium' });
  const ana = await buildPerson(world, { email: 'ana@example.org' });
  const account = await buildAccount(world, { ownerId: ana.id });
  await world
    .ctx()
    .system.write((tx) =>
      sendMail(world.ctx(), tx, { template: 'alreadyRegistered', to: ana.email, locale: 'en-US', path: '/login' }),
    );
  const [mail] = (await listMails(world.ctx(), { limit: 1 })).items;
  const place = { account, mail: mail?.id ?? '' };
  expect(await runCommand(world, words, given(place))).toMatchObject(shows(place));
});

test('users make-operator gives a seat in the operator’s account once, and refuses an address that nobody has', async () => {
  const world = await worldForThisTest();
  const operator = await buildAccount(world, { kind: 'operator', name: 'Atrium' });
  const ana = await buildPerson(world, { email: 'ana@example.org' });
  const seats = async () => (await findSeats(world.ctx().system.read, ana.id)).map((seat) => seat.account.id);
  expect(await seats()).toEqual([]);
  for (const email of ['ana@example.org', 'Ana@example.org ']) await runCommand(world, 'users make-operator', { email });
  expect(await seats()).toEqual([operator.id]);
  for (const words of ['users make-operator', 'users reset-link'])
    await expect(runCommand(world, words, { email: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['accounts create', { organisation: 'Birkenschule', name: 'Zoë' }, '--email is missing.'],
  [
    'accounts create',
    { organisation: 'B', name: 'Zoë', email: 'z@example.org', kind: 'king' },
    '--kind is customer, vendor or operator.',
  ],
  ['users reset-link', {}, '--email is missing.'],
  ['outbox show', {}, 'Which one? Give its id.'],
])('%s with %j answers "%s"', async (words, given, message) => {
  const world = await worldForThisTest();
  await expect(runCommand(world, words, given)).rejects.toThrow(message);
});
