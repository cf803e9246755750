/** What is counted as recordings change is what counting them would give. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { buildRecordingRow } from './program.factory.ts';
import { countProgramRecordings, programMark, programRecordings, sumUpCounts } from './program.queries.ts';
import type { RecordingState } from '../recordings.rules.ts';

const page = { offset: 0, limit: 100 };
const of = (accountId: string, states: RecordingState[], metadata: [string, string][] = []) => ({
  accountId,
  by: 'all' as const,
  states,
  metadata: new Map(metadata),
});
let nth = 0;
type Over = Partial<Parameters<typeof buildRecordingRow>[1]>;
async function add(world: World, accountId: string, over: Over = {}): Promise<void> {
  nth += 1;
  await buildRecordingRow(world, { accountId, recordId: `counted-${nth}`, externalId: 'class', ...over });
}

async function expectCounted(world: World, accountId: string): Promise<void> {
  const db = world.ctx().system.read;
  for (const states of [
    ['published'],
    ['unpublished'],
    ['recycled', 'failed'],
    ['published', 'unpublished'],
  ] satisfies RecordingState[][])
    expect(await countProgramRecordings(db, of(accountId, states)), states.join()).toBe(
      (await programRecordings(db, of(accountId, states), page)).length,
    );
}

test('the counts of an account follow its recordings, before and after they are summed up', async () => {
  const world = await worldForThisTest();
  const { accountId } = await buildPerson(world);
  const other = await buildPerson(world);
  const { system } = world.ctx();
  for (let at = 0; at < 6; at++) await add(world, accountId, at < 4 ? {} : { state: 'unpublished' });
  await add(world, other.accountId);
  await expectCounted(world, accountId);
  await system.write((tx) =>
    tx.execute(
      sql`update recordings set state = 'recycled' where account_id = ${accountId} and record_id <> ${`counted-${nth - 1}`}`,
    ),
  );
  await expectCounted(world, accountId);
  await system.write((tx) => tx.execute(sql`update recordings set state = 'published' where state = 'recycled'`));
  await system.write((tx) => tx.execute(sql`delete from recordings where account_id = ${other.accountId}`));
  await expectCounted(world, accountId);
  await expectCounted(world, other.accountId);
  expect(await sumUpCounts(system.read)).toBe(0);
  for (let at = 0; at < 60; at++)
    await system.write((tx) =>
      tx.execute(
        sql`update recordings set state = case state when 'published' then 'unpublished' else 'published' end where account_id = ${accountId}`,
      ),
    );
  const sums = await Promise.all([sumUpCounts(system.read), sumUpCounts(system.read)]);
  expect(Math.max(...sums)).toBeGreaterThan(50);
  await expectCounted(world, accountId);
  await expectCounted(world, other.accountId);
});

test('whole values of metadata are found, and nothing that only looks like them', async () => {
  const world = await worldForThisTest();
  const { accountId } = await buildPerson(world);
  const db = world.ctx().system.read;
  await add(world, accountId, { metadata: { course: 'a=b', odd: '' } });
  await add(world, accountId, { metadata: { 'course=a': 'b' } });
  await add(world, accountId, { metadata: {} });
  const found = async (key: string, value: string) =>
    (await programRecordings(db, of(accountId, ['published', 'unpublished'], [[key, value]]), page)).length;
  expect(await found('course', 'a=b')).toBe(1);
  expect(await found('course=a', 'b')).toBe(1);
  expect(await found('course', 'a')).toBe(0);
  expect(await found('course', 'a%')).toBe(1);
  expect(await found('odd', '')).toBe(1);
});

test('the mark of a list changes with every change of its rows, and with nothing else', async () => {
  const world = await worldForThisTest();
  const { accountId } = await buildPerson(world);
  const other = await buildPerson(world);
  const { system } = world.ctx();
  const mark = () => programMark(system.read, of(accountId, ['published', 'unpublished']), page);
  const change = (text: string) => system.write((tx) => tx.execute(sql.raw(text)));
  const seen = [await mark()];
  const expectNew = async (what: string) => {
    const now = await mark();
    expect(seen, what).not.toContain(now);
    seen.push(now);
  };
  await add(world, accountId);
  await expectNew('one came');
  await add(world, accountId);
  await expectNew('another came');
  await change(`update recordings set views = views + 1 where account_id = '${accountId}'`);
  await expectNew('both were changed');
  await change(`update recordings set views = views where account_id = '${accountId}'`);
  await expectNew('they were written again');
  await add(world, other.accountId);
  expect(await mark()).toBe(seen.at(-1));
  await change(`update recordings set state = 'recycled' where record_id = 'counted-${nth - 1}'`);
  await expectNew('one went');
});
