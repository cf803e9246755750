import { readModules } from '@atrium/bbb/modules';
import { writeModules } from '@atrium/bbb/modules-write';
import type { PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import { expect, test } from 'vitest';
import { bind, localClient } from '#kit/server/http/mount.ts';
import type { Actor } from '#kit/server/ctx.ts';
import { everHeldBy } from '#core/iam/iam.rules.ts';
import type { World } from '#app/proof/testing.ts';
import { roomPollsCalls } from '#meet/presentations/room-polls.contract.ts';
import { roomPollsHandlers } from '#meet/presentations/server/presentations.routes.ts';
import { preparedModules } from '#meet/presentations/server/prepared-modules.service.ts';
import { buildMeetingWithStatistics } from './attendance/statistics.factory.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi, setServer } from './meet.factory.ts';

const poll = (question: string, over: Partial<PollQuestion> = {}): PollQuestion => ({
  ...{ kind: 'own', question, options: ['red', 'blue'], right: [1], several: false, anonymous: false, live: false },
  ...over,
});
const api = (world: World, actor: Actor = { kind: 'nobody' }) =>
  localClient(
    { roomPolls: roomPollsCalls },
    { mounted: bind('roomPolls', roomPollsCalls, roomPollsHandlers), ctx: world.ctx(actor), doors: { everHeldBy } },
  ).roomPolls;

async function buildLesson() {
  const stage = await buildStage();
  const room = await buildRoom(stage.world, stage.owner);
  const params = { id: room.id };
  const read = async () => (await api(stage.world, stage.owner).list({ params })).polls.map(({ question }) => question);
  const set = async (...polls: PollQuestion[]) => {
    const { version } = await api(stage.world, stage.owner).list({ params });
    return api(stage.world, stage.owner).set({ params, body: { polls, version } });
  };
  return { ...stage, params, read, set };
}

test('a room keeps its polls in order, and the second of two people who save at once gets an error', async () => {
  const { world, owner, params, read, set } = await buildLesson();
  expect(await set(poll('One'), poll('Two'))).toMatchObject({ version: 1, rights: { edit: true } });
  const second = { params, body: { polls: [], version: 0 } };
  expect(await failureOf(api(world, owner).set(second))).toMatchObject({ code: 'changed_meanwhile', data: { version: 1 } });
  const body = { polls: [poll('Three')], version: 1 };
  const both = await Promise.allSettled([1, 2].map(() => api(world, owner).set({ params, body })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await read()).toEqual(['Three']);
});

test('a poll that cannot be asked is refused', async () => {
  const { set, read } = await buildLesson();
  const wrong = [
    poll('one answer', { options: ['red'], right: [] }),
    poll('an answer without words', { options: ['red', ' '] }),
    poll('a right answer that is none', { right: [2] }),
    poll(' ', { kind: 'typed', options: [], right: [] }),
    poll('x'.repeat(501)),
  ];
  for (const one of wrong) expect(await failureOf(set(one)), one.question).toMatchObject({ code: 'invalid_input' });
  expect(await failureOf(set(...Array.from({ length: 51 }, () => poll('many'))))).toMatchObject({ code: 'invalid_input' });
  expect(await read()).toEqual([]);
});

test('nobody without the right sees or sets the polls of a room', async () => {
  const { world, owner, params, set } = await buildLesson();
  await set(poll('Secret'));
  const body = { polls: [], version: 1 };
  const codes = async (actor?: Actor) =>
    Promise.all(
      [api(world, actor).list({ params }), api(world, actor).set({ params, body })].map(
        async (work) => (await failureOf(work)).code,
      ),
    );
  expect(await codes()).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await codes(await buildPerson(world))).toEqual(['not_found', 'not_found']);
  expect(await codes(await buildPerson(world, { colleagueOf: owner, role: 'staff' }))).toEqual(['not_allowed', 'not_allowed']);
  const colleague = await buildPerson(world, { colleagueOf: owner });
  expect(await api(world, colleague).list({ params })).toMatchObject({ polls: [{}], rights: { edit: false } });
  expect(await failureOf(api(world, colleague).set({ params, body }))).toMatchObject({ code: 'not_allowed' });
});

test('the embedded engine is sent the prepared polls, whatever they say, and a BBB server is not', async () => {
  const stage = await buildLesson();
  await stage.set(poll('Is ]]> closed?</module>'));
  const modules = readModules(writeModules((await preparedModules(stage.world.ctx(), { roomId: stage.params.id })) ?? {}));
  const text = modules.ok ? modules.value.others.get('atriumPolls') : undefined;
  expect(JSON.parse(text ?? '')).toEqual([poll('Is ]]> closed?</module>')]);
  const sent = async (kind: 'engine' | 'bbb') => {
    await setServer(stage.world, stage.server.id, { kind });
    const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: stage.params });
    await meetApi(stage.world, stage.owner).meetings.end({ params: { id: meetingId } });
    return [...(stage.fake.modules.get(meetingId)?.keys() ?? [])];
  };
  expect([await sent('engine'), await sent('bbb')]).toEqual([['atriumPolls'], []]);
});

test('what is left at the end of a meeting is the list of the room, once', async () => {
  const stage = await buildLesson();
  const { set, read, world } = stage;
  await set(poll('Asked'), poll('Left'));
  world.clock.advance(1_000);
  const { send } = await buildMeetingWithStatistics(stage, stage.params);
  world.clock.advance(60_000);
  await send();
  expect(await read(), 'a server that knows no prepared polls').toEqual(['Asked', 'Left']);
  await send({ preparedPolls: [poll('Left'), poll('Saved'), { kind: 'own' }, poll('broken', { options: [] })] });
  expect(await read()).toEqual(['Left', 'Saved']);
  await set(poll('Saved'));
  await send({ preparedPolls: [poll('Left'), poll('Saved')] });
  expect(await read(), 'sent twice').toEqual(['Saved']);
});

test('what somebody changed in the room while a meeting ran is kept, and polls of the meeting are added', async () => {
  const stage = await buildLesson();
  await stage.set(poll('Before'));
  stage.world.clock.advance(1_000);
  const { send } = await buildMeetingWithStatistics(stage, stage.params);
  stage.world.clock.advance(1_000);
  await stage.set(poll('Before'), poll('Meanwhile'));
  await send({ preparedPolls: [poll('Before'), poll('Saved')] });
  expect(await stage.read()).toEqual(['Before', 'Meanwhile', 'Saved']);
});
