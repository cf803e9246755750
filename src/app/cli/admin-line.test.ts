import { expect, test } from 'vitest';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { AdminArguments, AdminOutcome } from './admin-command.ts';
import { commands } from './admin-commands.ts';
import { explain, readLine, shown, WrongLine } from './admin-line.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

function runLine(world: World, line: string): Promise<AdminOutcome> {
  const { noun, verb, given } = readLine(line.split(' '));
  const command = commands.find((one) => one.noun === noun && one.verb === verb);
  if (command === undefined) throw new Error(`there is no command ${line}`);
  return command.run({ config: world.parts.config, given: given satisfies AdminArguments, ownerUrl: '', ctx: world.ctx() });
}

test('words and options are read, with the id behind the verb', () => {
  expect(readLine(['recordings', 'import', '/mnt/x', '--account', 'a', '--dry-run', '--json'])).toEqual({
    noun: 'recordings',
    verb: 'import',
    given: { account: 'a', mode: 'dry', id: '/mnt/x' },
    as: 'json',
  });
});

test.each([
  [['accounts', 'list', '--bogus'], /^Unknown option '--bogus'\.$/],
  [['accounts', 'list', '--search'], /--search/],
  [['accounts', 'list', '--json=yes'], /--json/],
])('%j is told in a sentence without a stack', (args, words) => {
  try {
    readLine(args);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(WrongLine);
    expect(explain(error, 'shortly')).toMatch(words);
    expect(explain(error, 'shortly')).not.toMatch(/\n|at .*:\d+/);
  }
});

test.each([
  'accounts approve nonsense',
  'accounts suspend nonsense',
  'users create nonsense --name Zoë --email zoe@example.org',
  'outbox show nonsense',
  'deliveries list --account nonsense',
  'deliveries retry nonsense',
])('%s is told that this is no id, and where ids stand', async (line) => {
  const world = await worldForThisTest();
  const trouble = await runLine(world, line).catch((error: unknown) => error);
  expect(trouble).toBeInstanceOf(PlainTrouble);
  expect(explain(trouble, 'shortly')).toMatch(/^nonsense is not the id of .*\. See: npm run admin -- \w+ list$/);
});

test('a trouble that nobody expected is told without a statement of the database, and fully when asked', () => {
  const failed = new Error('Failed query: select * from users where email = $1\nparams: zoe@example.org', {
    cause: new Error('relation does not exist'),
  });
  expect(explain(failed, 'shortly')).toBe('It failed: relation does not exist\nLOG_LEVEL=debug tells where.');
  expect(explain(failed, 'fully')).toMatch(/\n\s+at /);
  expect(explain(new Failure('not_possible', { data: { a: 1 } }), 'shortly')).toBe('Refused: not_possible {"a":1}');
});

test('a list that stops says so, and goes on after its last line', async () => {
  const world = await worldForThisTest();
  for (let at = 0; at < 102; at += 1) await buildAccount(world, { name: `School ${at}` });
  const first = await runLine(world, 'accounts list --search School');
  expect([first.rows?.length, first.more]).toEqual([100, first.rows?.at(-1)?.id]);
  expect(shown(first)).toMatch(/There is more: add --after [0-9a-f-]{36}$/);
  const rest = await runLine(world, `accounts list --search School --after ${first.more}`);
  expect([rest.rows?.map(({ name }) => name), rest.more]).toEqual([['School 1', 'School 0'], null]);
  expect(shown(rest)).not.toContain('There is more');
  // cast: the answer of a list always carries where it goes on
  const { next } = first.json as { next: string };
  expect((await runLine(world, `accounts list --search School --after ${next}`)).rows).toEqual(rest.rows);
  for (const list of ['accounts', 'users', 'outbox', 'deliveries'])
    await expect(runLine(world, `${list} list --after nonsense`)).rejects.toThrow('--after is the id');
});
