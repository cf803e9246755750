import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { greet, person, saying, testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';
import { openJournalFile, readJournalFile } from '#server/journal/journal-file.ts';

const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const engineIn = async (folder: string): Promise<TestEngine> => {
  const engine = await testEngine({ recordings: { folder, ffmpeg: null }, allowPrivateCallbacks: true });
  onTestFinished(() => engine.stop());
  return engine;
};
const journalsIn = (folder: string): string[] => readdirSync(join(folder, 'live')).filter((name) => name !== 'decks');
const fileIn = (folder: string): string => join(folder, 'live', journalsIn(folder).find((name) => name.endsWith('.jsonl')) ?? '');
const saysSoon = (folder: string, text: string) => expect.poll(() => readFileSync(fileIn(folder), 'utf8')).toContain(text);
/** What is on the disk while the engine lives is what a killed one leaves. */
const copyOf = (folder: string): string => {
  const copy = ownFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
};
const logged = ({ logged: lines }: TestEngine): string => lines.map(({ text }) => text).join('\n');

/** A meeting with a host and words in it, as its engine left it on the disk. */
async function leftMeeting(params: Record<string, string> = {}) {
  const folder = ownFolder();
  const engine = await engineIn(folder);
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  const ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR', 'userdata-grade': '5' });
  await ada.ask(saying('hello'));
  await saysSoon(folder, '"hello"');
  return { engine, ada, folder: copyOf(folder) };
}

test('plan, people and statistics come back as they were', async () => {
  const { engine, folder } = await leftMeeting({
    disabledFeatures: 'timer,raiseHand',
    meta_course: 'Maths',
    lockSettingsDisableMic: 'true',
    duration: '90',
  });
  const [before, after] = [engine, await engineIn(folder)].map(({ engine: { meetings } }) => meetings.get('room'));
  expect(after?.plan).toEqual(before?.plan);
  expect(after?.plan.disabledFeatures).toEqual(new Set(['timer', 'raiseHand']));
  const passes = (meeting: typeof before) => [...(meeting?.passes.values() ?? [])].map(({ meeting: _, ...pass }) => pass);
  expect(passes(after)).toEqual(passes(before));
  expect(after?.people).toEqual(before?.people);
});

test('a journal that was cut in the middle of a line gives all its whole lines', async () => {
  const { ada, folder } = await leftMeeting();
  appendFileSync(fileIn(folder), '{"section":"topic/chat","value":{"v":1,"rev":2,"sta');
  const next = await engineIn(folder);
  const again = await greet(next, { token: ada.token, resume: ada.welcome.seat });
  expect((await again.hears('topic-state', ({ topic }) => topic === 'chat')).state).toMatchObject([{ text: 'hello' }]);
});

test('a journal of another version, and what is none, is set aside; the engine starts', async () => {
  const { folder } = await leftMeeting();
  const file = fileIn(folder);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"journal":1', '"journal":2'));
  writeFileSync(join(folder, 'live', 'other.jsonl'), 'nonsense\n');
  const next = await engineIn(folder);
  expect(next.engine.meetings.size).toBe(0);
  expect(journalsIn(folder).filter((name) => name.endsWith('.unreadable'))).toHaveLength(2);
  expect(next.logged.filter(({ text }) => text.includes('set aside')).map(({ facts }) => facts?.error)).toContain(
    'it is of version 2',
  );
});

test('a journal that could not be read is kept for two weeks, and half a file only until the next engine', async () => {
  const { folder } = await leftMeeting();
  writeFileSync(fileIn(folder), 'nonsense\n');
  await engineIn(folder);
  writeFileSync(join(folder, 'live', 'other.jsonl.next'), '{"journal":1');
  const [copy, days] = [copyOf(folder), (count: number) => new Date(Date.now() - count * 86_400_000)];
  const [name = ''] = journalsIn(copy).filter((one) => one.endsWith('.unreadable'));
  utimesSync(join(copy, 'live', name), days(13), days(13));
  await (await engineIn(copy)).stop();
  expect(journalsIn(copy)).toEqual([name]);
  utimesSync(join(copy, 'live', name), days(15), days(15));
  await engineIn(copy);
  expect(journalsIn(copy)).toEqual([]);
});

test('a hook whose address is none is left out, and hurts nothing', async () => {
  const folder = ownFolder();
  mkdirSync(join(folder, 'live'));
  const hook = { hookID: 'a', callbackURL: 'nowhere', permanentHook: false, rawData: false };
  const lines = [
    { journal: 1, starts: [] },
    { section: 'hook/a', value: hook },
  ].map((line) => JSON.stringify(line));
  writeFileSync(join(folder, 'live', '_engine.jsonl'), `${lines.join('\n')}\n`);
  const engine = await engineIn(folder);
  expect(engine.engine.hooks.size).toBe(0);
  expect(logged(engine)).toContain('a part of a journal does not fit');
});

test('a topic that does not fit begins empty, and the meeting lives on', async () => {
  const { folder } = await leftMeeting();
  appendFileSync(fileIn(folder), '{"section":"topic/chat","value":{"v":1,"rev":9,"state":"junk"}}\n');
  const next = await engineIn(folder);
  expect(next.engine.meetings.get('room')?.topics.get('chat')?.state()).toEqual([]);
  expect(logged(next)).toContain('a topic of a journal does not fit');
});

test('a page that saw more than the journal kept hears the whole, and not half of what follows', async () => {
  const { ada, folder } = await leftMeeting();
  const next = await engineIn(folder);
  const bob = await person(next, { meetingID: 'room', fullName: 'Bob' });
  await bob.ask(saying('after'));
  const again = await greet(next, { token: ada.token, resume: ada.welcome.seat, topics: { chat: { v: 1, rev: 2 } } });
  const { state } = await again.hears('topic-state', ({ topic }) => topic === 'chat');
  expect(state).toMatchObject([{ text: 'hello' }, { text: 'after' }]);
});

test('a second engine on the same folder leaves the meetings to the first', async () => {
  const folder = ownFolder();
  const first = await engineIn(folder);
  await first.call('create', { name: 'Room', meetingID: 'room' });
  await saysSoon(folder, '"room"');
  const second = await engineIn(folder);
  expect([second.engine.meetings.size, logged(second)]).toEqual([0, expect.stringContaining('another engine has the journals')]);
  await second.call('create', { name: 'Other', meetingID: 'other' });
  await second.stop();
  await saysSoon(folder, '"room"');
});

test('who does not come back within a minute is gone since the end of the killed engine, and the meeting ends as it should', async () => {
  const { folder } = await leftMeeting({ meetingExpireWhenLastUserLeftInMinutes: '1' });
  const next = await engineIn(folder);
  const meeting = next.engine.meetings.get('room');
  next.pass(59_000);
  expect(meeting?.seats.size).toBe(1);
  next.pass(2_000);
  expect(meeting?.seats.size).toBe(0);
  const [deeds] = meeting?.people.values() ?? [];
  expect((deeds?.leaves[0] ?? 0) - Date.now()).toBeLessThan(5_000);
  next.pass(61_000);
  expect(next.engine.meetings.size).toBe(0);
  await expect.poll(() => journalsIn(folder)).toEqual([]);
});

test('a meeting whose time ran out while no engine was there ends at once', async () => {
  const { folder } = await leftMeeting({ duration: '1' });
  const file = fileIn(folder);
  const late = (text: string) => text.replace(/"createdAt":(\d+)/g, (_, at: string) => `"createdAt":${Number(at) - 3_600_000}`);
  writeFileSync(file, late(readFileSync(file, 'utf8')));
  const next = await engineIn(folder);
  next.pass(0);
  expect(next.engine.meetings.size).toBe(0);
  expect(next.logged.find(({ text }) => text === 'meeting ended')?.facts).toMatchObject({ reason: 'duration' });
});

test('with a clock that was set back nobody is gone or held for longer', async () => {
  const { ada, folder } = await leftMeeting();
  const file = fileIn(folder);
  const ahead = (text: string) =>
    text.replace(/"(at|heldUntil)":(\d{13})/g, (_, name, at) => `"${name}":${Number(at) + 86_400_000}`);
  writeFileSync(file, ahead(readFileSync(file, 'utf8')));
  const next = await engineIn(folder);
  const pass = [...next.engine.passes.values()][0];
  expect((pass?.heldUntil ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThanOrEqual(120_000);
  expect((await greet(next, { token: ada.token, resume: ada.welcome.seat })).welcome.resumed).toBe(true);
});

test('a recording whose files are gone is off, and everybody is asked before another one', async () => {
  const { engine, ada } = await leftMeeting({ record: 'true' });
  await ada.ask({ t: 'record', to: 'on' });
  const { folder = '' } = engine.engine.settings.recordings ?? {};
  await saysSoon(folder, '"section":"recorder"');
  const copy = copyOf(folder);
  const id = engine.engine.meetings.get('room')?.recorder?.id ?? '';
  rmSync(join(copy, id), { recursive: true });
  const next = await engineIn(copy);
  const again = await greet(next, { token: ada.token, resume: ada.welcome.seat });
  expect(again.welcome.meeting).toMatchObject({ recording: 'off', consent: 'open' });
  expect(logged(next)).toContain('a recording could not go on');
});

test('a recording that was stopped stays so, also where the meeting records by itself', async () => {
  const { engine, ada } = await leftMeeting({ record: 'true', autoStartRecording: 'true' });
  const { folder = '' } = engine.engine.settings.recordings ?? {};
  engine.pass(0);
  await ada.ask({ t: 'record', to: 'off' });
  await saysSoon(folder, '"state":"off"');
  const { id } = engine.engine.meetings.get('room')?.recorder ?? {};
  const next = await engineIn(copyOf(folder));
  const again = await greet(next, { token: ada.token, resume: ada.welcome.seat });
  next.pass(1_000);
  expect(again.welcome.meeting.recording).toBe('off');
  expect(next.engine.meetings.get('room')?.recorder).toMatchObject({ id, state: 'off' });
});

test('a second engine on the same folder leaves a running recording to the first', async () => {
  const folder = ownFolder();
  const first = await engineIn(folder);
  await first.call('create', { name: 'Room', meetingID: 'room', record: 'true' });
  const ada = await person(first, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  await ada.ask({ t: 'record', to: 'on' });
  await saysSoon(folder, '"section":"recorder"');
  const second = await engineIn(folder);
  const { id = '' } = first.engine.meetings.get('room')?.recorder ?? {};
  // more than it took to publish and drop it
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(second.engine.shelf?.find(id)?.state).toBe('recording');
  expect(existsSync(join(folder, id))).toBe(true);
});

test('a journal with which three engines died within a minute is not tried a fourth time', async () => {
  const { folder } = await leftMeeting();
  const dead = [folder];
  for (let round = 0; round < 3; round += 1) {
    const next = await engineIn(dead.at(-1) ?? '');
    expect(next.engine.meetings.size).toBe(1);
    dead.push(copyOf(dead.at(-1) ?? ''));
  }
  const last = await engineIn(dead.at(-1) ?? '');
  expect([last.engine.meetings.size, logged(last)]).toEqual([0, expect.stringContaining('set aside')]);
});

const fileAt = (path: string) => {
  const failures: unknown[] = [];
  return { failures, file: openJournalFile({ path, starts: [], failed: (error) => failures.push(error) }) };
};

test('a full disk is logged once; what was missed is written when there is room again', async () => {
  const path = join(ownFolder(), 'room.jsonl');
  const { file, failures } = fileAt(path);
  await file.write(new Map([['meeting', '1']]), 1_000);
  rmSync(path);
  symlinkSync('/dev/full', path);
  await file.write(new Map([['meeting', '2']]), 2_000);
  symlinkSync('/dev/full', `${path}.next`);
  await file.write(new Map([['meeting', '3']]), 5_000);
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
  rmSync(`${path}.next`);
  await file.write(new Map([['meeting', '4']]), 8_000);
  expect((await readJournalFile(path)).sections).toEqual(new Map([['meeting', 4]]));
});

test('what changes is appended, what is gone is taken out, and a file that grew too long is written again', async () => {
  const path = join(ownFolder(), 'room.jsonl');
  const { file } = fileAt(path);
  const pass = JSON.stringify('p'.repeat(100_000));
  let longest = 0;
  for (let at = 1; at <= 40; at += 1) {
    await file.write(new Map([['meeting', String(at)], ...(at % 2 === 0 ? [] : [['pass/a', pass] as const])]), at * 100);
    longest = Math.max(longest, readFileSync(path).length);
  }
  expect(longest).toBeLessThan(1_400_000);
  expect(await readJournalFile(path)).toEqual({ starts: [], at: 4_000, sections: new Map([['meeting', 40]]) });
  writeFileSync(`${path}.next`, 'half');
  await file.remove();
  expect([existsSync(path), existsSync(`${path}.next`)]).toEqual([false, false]);
});

test('an engine that records nothing keeps journals in its own folder', async () => {
  const stateFolder = ownFolder();
  const first = await testEngine({ stateFolder });
  onTestFinished(() => first.stop());
  await first.call('create', { name: 'Room', meetingID: 'room', record: 'true' });
  await expect.poll(() => readdirSync(stateFolder).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  const second = await testEngine({ stateFolder: copyOf(stateFolder) });
  onTestFinished(() => second.stop());
  expect(second.engine.meetings.get('room')?.plan).toMatchObject({ name: 'Room', recording: { allowed: false } });
});

test('an engine that cannot keep journals holds meetings all the same, and says so', async () => {
  const folder = ownFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'live'), 'a file where the folder should be');
  const engine = await engineIn(folder);
  expect((await engine.call('create', { name: 'Room', meetingID: 'room' })).code).toBe('SUCCESS');
  expect(logged(engine)).toContain('no journal can be kept');
});
