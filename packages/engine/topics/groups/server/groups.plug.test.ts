import { afterEach, beforeEach, expect, test } from 'vitest';
import { heardWords, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import {
  goTo,
  groupMeetings,
  groupsCommand,
  joinRoom,
  mainRoom,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';
import { GROUPS } from '#topics/groups/group-schemas.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;
let kim: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Biology', meetingID: 'room' });
  ada = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  ben = await joinRoom(engine, { userID: 'ben' });
  kim = await joinRoom(engine, { userID: 'kim' });
});
afterEach(() => engine.stop());

const asks = (who: { ask: Person['ask'] }, command: object) => who.ask(groupsCommand(command));

test('viewers steer nothing, and a call for help is of people in a group', async () => {
  const commands = [
    { do: 'start', groups: planned(['ben']), mode: 'free', minutes: 5, takeSlides: false, record: false },
    ...[
      { do: 'move', person: 'kim', to: null },
      { do: 'extend', minutes: 5 },
      { do: 'end', seconds: 0 },
    ],
    ...[
      { do: 'announce', text: 'Hi' },
      { do: 'rename', group: 1, name: 'Mine' },
      { do: 'answer-help', group: 1 },
    ],
    ...[
      { do: 'save-set', name: 'A', groups: planned(['ben']) },
      { do: 'remove-set', set: 'last' },
    ],
  ].map((command) => ({ everyoneDraws: false, mayChange: false, ...command }));
  await startGroups(ada, planned(['ben'], ['kim']));
  const inGroup = await goTo(engine, ben, 1);
  for (const command of commands) {
    expect(await asks(kim, command), command.do).toMatchObject({ code: 'not-allowed' });
    expect(await asks(inGroup, command), command.do).toMatchObject({ code: 'not-allowed' });
  }
  expect(await asks(kim, { do: 'call-help', question: 'What now?' })).toMatchObject({ code: 'not-allowed' });
});

test('of two hosts who start at once one is followed by both, and no group has groups', async () => {
  const eve = await joinRoom(engine, { userID: 'eve', role: 'MODERATOR' });
  const answers = await Promise.all([startGroups(ada, planned(['ben'])), startGroups(eve, planned(['kim'], ['ben']))]);
  expect(answers.map(({ t }) => t)).toEqual(['ok', 'ok']);
  const seen = await seesGroups(eve, ({ run }) => run !== null);
  expect((await seesGroups(ada, ({ run }) => run !== null)).run).toEqual(seen.run);
  const visiting = await goTo(engine, eve, 1);
  expect(await startGroups(visiting, planned(['kim']))).toMatchObject({ code: 'not-allowed' });
  expect(await startGroups(ada, [])).toMatchObject({ t: 'ok' });
});

test('other groups stay closed to a viewer’s eyes: no ids, no names, no calls for help', async () => {
  await startGroups(ada, planned(['ben'], ['kim']));
  const inGroup = await goTo(engine, kim, 2);
  await asks(inGroup, { do: 'call-help', question: 'Is it 42?' });
  await seesGroups(ada, ({ run }) => run?.groups[1]?.help?.question === 'Is it 42?');
  const own = await seesGroups(inGroup, ({ run }) => run?.groups[1]?.help?.name === 'KIM');
  expect(own.run?.groups.map(({ people, belong }) => [belong, people])).toEqual([
    [1, []],
    [1, [{ key: '', name: 'KIM', inside: true }]],
  ]);
  const seen = await seesGroups(ben, ({ run }) => run?.groups[1]?.inside === 1);
  expect(seen.run?.groups[1]).toEqual({
    id: 2,
    name: '',
    inside: 1,
    belong: 1,
    people: [],
    help: null,
    speaking: null,
    page: null,
  });
  expect([seen.people, seen.sets]).toEqual([[], []]);
});

test('hidden names stay hidden inside groups and in the list of groups', async () => {
  await ada.ask(topicCommand('locks', { do: 'set', locks: { names: true } }));
  await startGroups(ada, planned(['ben', 'kim']));
  const [first, second] = [await goTo(engine, ben, 1), await goTo(engine, kim, 1)];
  expect(second.welcome.members.map(({ name }) => name).sort()).toEqual(['BEN', 'KIM']);
  const seen = await seesGroups(second, ({ run }) => run?.groups[0]?.inside === 2);
  expect(seen.run?.groups[0]?.people).toEqual([{ key: '', name: 'KIM', inside: true }]);
  await asks(first, { do: 'call-help', question: 'Why?' });
  await seesGroups(second, ({ run }) => run?.groups[0]?.help?.question === 'Why?' && run.groups[0].help.name === '');
  await ada.ask(topicCommand('locks', { do: 'set', locks: { names: false, chat: true } }));
  expect(await first.ask(topicCommand('chat', { do: 'say', text: 'psst' }))).toMatchObject({ code: 'locked' });
  await seesGroups(second, ({ run }) => run?.groups[0]?.people.length === 2);
});

test('a call for help is answered by a visit, and a message reaches every group', async () => {
  await startGroups(ada, planned(['ben'], ['kim']));
  const [first, second] = [await goTo(engine, ben, 1), await goTo(engine, kim, 2)];
  await asks(first, { do: 'call-help', question: 'Which page?' });
  await seesGroups(ada, ({ run }) => run?.groups[0]?.help !== null);
  const visiting = await goTo(engine, ada, 1);
  expect((await seesGroups(visiting)).run?.groups[0]?.help).toBeNull();
  expect((await seesGroups(visiting)).run?.mine).toBeNull();
  expect(await asks(visiting, { do: 'announce', text: 'Two minutes left' })).toMatchObject({ t: 'ok' });
  for (const who of [first, second]) {
    await seesGroups(who, ({ run }) => run?.announcement?.text === 'Two minutes left');
    await who.hears('topic-event', (message) => heardWords(message) === 'Two minutes left');
  }
  await asks(second, { do: 'call-help', question: '' });
  expect(await asks(visiting, { do: 'answer-help', group: 2 })).toMatchObject({ t: 'ok' });
  await seesGroups(second, ({ run }) => run?.groups[1]?.help === null);
});

test('time is extended for all, and when it is over everybody’s group ends', async () => {
  await startGroups(ada, planned(['ben'], ['kim']), { minutes: 5 });
  const inGroup = await goTo(engine, ben, 1);
  const before = (await seesGroups(inGroup)).run?.endsAt ?? 0;
  await asks(ada, { do: 'extend', minutes: 5 });
  await seesGroups(inGroup, ({ run }) => run?.endsAt === before + 300_000);
  engine.pass(6 * 60_000);
  expect(groupMeetings(engine)).toHaveLength(2);
  engine.pass(5 * 60_000);
  expect(await inGroup.hears('ended')).toMatchObject({ reason: 'ended-by-moderator' });
  await seesGroups(ada, ({ run, sets }) => run === null && sets.length === 1);
  expect(groupMeetings(engine)).toEqual([]);
  expect(mainRoom(engine).seats.size).toBe(2);
});

test('a host gives people some seconds, or ends groups at once', async () => {
  await startGroups(ada, planned(['ben'], ['kim']));
  const inGroup = await goTo(engine, ben, 1);
  await asks(ada, { do: 'end', seconds: 30 });
  const ends = (await seesGroups(inGroup, ({ run }) => run?.endsAt !== null)).run?.endsAt ?? 0;
  // pressing again does not give more time
  await asks(ada, { do: 'end', seconds: 300 });
  expect(ends).toBeLessThanOrEqual(Date.now() + 30_000);
  engine.pass(29_000);
  expect(groupMeetings(engine)).toHaveLength(2);
  await asks(ada, { do: 'end', seconds: 0 });
  await seesGroups(inGroup, ({ run, here }) => run === null && here === 1);
  engine.pass(0);
  await inGroup.hears('ended');
  expect(await asks(ada, { do: 'extend', minutes: 5 })).toMatchObject({ code: 'over' });
});

test('people are moved while groups run, names change, and a late comer is seen without a group', async () => {
  await startGroups(ada, planned(['ben', 'gone'], ['kim', 'ben']));
  const inGroup = await goTo(engine, ben, 1);
  await asks(ada, { do: 'move', person: 'ben', to: 2 });
  await seesGroups(inGroup, ({ run }) => run?.mine === 2);
  await asks(ada, { do: 'move', person: 'gone', to: null });
  expect(await asks(ada, { do: 'move', person: 'nobody', to: 1 })).toMatchObject({ code: 'unknown-member' });
  expect(await asks(ada, { do: 'move', person: 'ben', to: 9 })).toMatchObject({ code: 'over' });
  await asks(ada, { do: 'rename', group: 2, name: 'Poets\n ‮' });
  await joinRoom(engine, { userID: 'leo' });
  const seen = await seesGroups(
    ada,
    ({ run, people }) => run?.groups[1]?.name.startsWith('Poets') === true && people.length === 4,
  );
  expect(seen.people.find(({ key }) => key === 'leo')?.group).toBeNull();
  expect(seen.run?.groups.map(({ people }) => people.map(({ key }) => key))).toEqual([['ben'], ['kim', 'ben']]);
});

test('sets are kept for the next time, the one that was used last first', async () => {
  await asks(ada, { do: 'save-set', name: 'Labs', groups: planned(['ben'], ['kim']) });
  const named = ['Uma', 'Vic', 'Uma'].map((name) => ({ key: '', name }));
  await startGroups(ada, [{ name: '', people: [...(planned(['kim', 'absent'])[0]?.people ?? []), ...named] }]);
  expect(await asks(ada, { do: 'move', person: '', to: null })).toMatchObject({ code: 'unknown-member' });
  await asks(ada, { do: 'move', person: 'ben', to: 1 });
  await asks(ada, { do: 'end', seconds: 0 });
  const { sets } = await seesGroups(ada, (view) => view.run === null && view.sets[0]?.groups[0]?.people.length === 5);
  expect(sets.map(({ name, usedAt }) => [name, usedAt === null])).toEqual([
    ['', false],
    ['Labs', true],
  ]);
  expect(sets[0]?.groups[0]?.people.map(({ name }) => name)).toEqual(['KIM', 'absent', 'Uma', 'Vic', 'BEN']);
  const free = GROUPS.sets - sets.length;
  for (const at of Array.from({ length: free }).keys()) {
    engine.pass(1_000);
    expect(await asks(ada, { do: 'save-set', name: `Set ${at}`, groups: planned(['ben']) })).toMatchObject({ t: 'ok' });
  }
  expect(await asks(ada, { do: 'save-set', name: 'More', groups: planned(['ben']) })).toMatchObject({ code: 'too-many' });
  expect(await asks(ada, { do: 'remove-set', set: 'last' })).toMatchObject({ t: 'ok' });
  expect(await asks(ada, { do: 'save-set', name: 'More', groups: planned(['ben']) })).toMatchObject({ t: 'ok' });
}, 20_000);
