import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { greet, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { slidesOf } from '#server/slides/decks.ts';
import { documentOf, pictureOf } from '#server/slides/fake-draw.factory.ts';
import { fetchPage, slidesCommand, slidesIn, upload } from '#server/slides/slides.factory.ts';
import { GROUPS } from '#topics/groups/group-schemas.ts';
import {
  askForGroup,
  goTo,
  groupMeetings,
  groupsCommand,
  joinRoom,
  mainRoom,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;

async function open(recordings: string | null = null): Promise<void> {
  engine = await testEngine(recordings === null ? {} : { recordings: { folder: recordings, ffmpeg: null } });
  await engine.call('create', { name: 'Biology', meetingID: 'room', record: 'true', meta_course: 'bio' });
  ada = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  ben = await joinRoom(engine, { userID: 'ben' });
}
afterEach(() => engine.stop());
const deckIn = (at: number) => {
  const meeting = groupMeetings(engine)[at];
  return meeting === undefined ? undefined : slidesOf(meeting).decks[0];
};

test('the deck that is shown is shown in each group from that page on, and neither needs the other', async () => {
  await open();
  const { deck } = await upload(engine, { token: ada.token, body: documentOf({ pages: 3 }) });
  await expect.poll(() => slidesIn(engine).decks[0]?.sizes.length).toBe(3);
  await ada.ask(slidesCommand({ do: 'show', deck, page: 2 }));
  await startGroups(ada, planned(['ben'], []), { takeSlides: true });
  engine.pass(0);
  await expect.poll(() => groupMeetings(engine).map((group) => slidesOf(group).shown?.page)).toEqual([2, 2]);
  const ids = [deck, deckIn(0)?.id, deckIn(1)?.id];
  expect(new Set(ids).size).toBe(3);
  const inGroup = await goTo(engine, ben, 1);
  await inGroup.ask(slidesCommand({ do: 'remove', deck: ids[1] }));
  await expect.poll(() => readdirSync(engine.engine.decks.folder).length).toBe(2);
  expect(await (await fetchPage(engine, `${deck}/2.webp`)).text()).toBe(pictureOf(2));
  await ada.ask(slidesCommand({ do: 'remove', deck }));
  await expect.poll(() => readdirSync(engine.engine.decks.folder).length).toBe(1);
  expect(await (await fetchPage(engine, `${ids[2]}/3.webp`)).text()).toBe(pictureOf(3));
  await ada.ask(groupsCommand({ do: 'end', seconds: 0 }));
  engine.pass(0);
  await expect.poll(() => readdirSync(engine.engine.decks.folder)).toEqual([]);
});

test('a blank page and a document that is still drawn go along, and where nothing is shown nothing does', async () => {
  await open();
  await startGroups(ada, planned(['ben']), { takeSlides: true });
  engine.pass(0);
  expect(deckIn(0)).toBeUndefined();
  await ada.ask(groupsCommand({ do: 'end', seconds: 0 }));
  engine.pass(0);
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Sketch' }));
  await startGroups(ada, planned(['ben']), { takeSlides: true });
  engine.pass(0);
  await expect.poll(() => deckIn(0)).toMatchObject({ kind: 'blank', pages: 1 });
  expect(deckIn(0)?.id).not.toBe(slidesIn(engine).decks[0]?.id);
});

test('groups are recorded where the host wants it, with those who agreed in the main room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await open(folder);
  const kim = await joinRoom(engine, { userID: 'kim' });
  await ada.ask({ t: 'record', to: 'on' });
  await ben.ask({ t: 'consent', to: 'all' });
  await kim.ask({ t: 'consent', to: 'nothing' });
  await startGroups(ada, planned(['ben', 'kim'], []), { record: true });
  const [first, second] = [await goTo(engine, ben, 1), await goTo(engine, kim, 1)];
  expect([first.welcome.meeting.consent, second.welcome.meeting.consent]).toEqual(['all', 'nothing']);
  engine.pass(1_000);
  const [group, empty] = groupMeetings(engine);
  expect([group?.recorder?.state, empty?.recorder ?? null]).toEqual(['on', null]);
  expect(engine.engine.shelf?.find(group?.internalId ?? '')).toMatchObject({ isBreakout: true, metadata: { course: 'bio' } });
  expect([...(group?.recorder?.people.keys() ?? [])]).toEqual([first.welcome.you]);
  await ada.ask(groupsCommand({ do: 'end', seconds: 0 }));
  engine.pass(0);
  await startGroups(ada, planned(['ben']));
  await goTo(engine, await greetAgain(ben), 1);
  engine.pass(1_000);
  expect(groupMeetings(engine)[0]?.recorder).toBeNull();
});

const greetAgain = async (who: Person) => ({ ...(await greet(engine, { token: who.token })), token: who.token });

test('groups end with their main room, and a group whose main room is gone ends by itself', async () => {
  await open();
  await startGroups(ada, planned(['ben'], []));
  const inGroup = await goTo(engine, ben, 1);
  ada.say({ t: 'end' });
  expect(await inGroup.hears('ended')).toMatchObject({ reason: 'ended-by-moderator' });
  expect(engine.engine.meetings.size).toBe(0);
  expect(await askForGroup(engine, { sessionToken: inGroup.token, to: 1 })).toMatchObject({ error: 'ended' });
  await engine.call('create', { name: 'Biology', meetingID: 'room' });
  const host = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  await startGroups(host, planned(['ben'], []));
  engine.pass(0);
  engine.engine.meetings.delete('room');
  engine.pass(0);
  expect(engine.engine.meetings.size).toBe(0);
});

test('a meeting from whose groups nobody comes back ends like one that everybody left', async () => {
  await open();
  await startGroups(ada, planned(['ben', 'ada']));
  for (const who of [ada, ben]) await goTo(engine, who, 1);
  await engine.call('end', { meetingID: groupMeetings(engine)[0]?.internalId ?? '' });
  engine.pass(30_000);
  expect(engine.engine.meetings.size).toBe(1);
  engine.pass(31_000);
  expect(engine.engine.meetings.size).toBe(0);
});

test('sixteen groups of three hundred people start, and each learns the own one', async () => {
  await open();
  const names = Array.from({ length: 300 }, (_, at) => `person-${at}`);
  const groups = Array.from({ length: GROUPS.most }, (_, group) => names.filter((_name, at) => at % GROUPS.most === group));
  expect(await startGroups(ada, planned(...groups))).toMatchObject({ t: 'ok' });
  const last = await joinRoom(engine, { userID: 'person-299' });
  expect((await seesGroups(last, ({ run }) => run !== null)).run?.mine).toBe((299 % GROUPS.most) + 1);
  engine.pass(0);
  expect(groupMeetings(engine)).toHaveLength(GROUPS.most);
  expect(await startGroups(ada, planned(...groups, ['more']))).toMatchObject({ code: 'bad-message' });
  expect(mainRoom(engine).plan.voiceBridge).not.toBe(groupMeetings(engine)[0]?.plan.voiceBridge);
});
