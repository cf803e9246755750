import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childText, enter, greet, person, saying, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { EVENTS_FILE, readEvents, tracksOf } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';
import { picturePacket, soundPacket, testSource } from '#server/record/packets.factory.ts';

let folder = '';
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-consent-'));
  engine = await testEngine({ recordings: { folder, ffmpeg: null } });
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Stage = { room: string; host: Person; guest: Person };

/** A meeting that may be recorded, with a host and a guest. */
async function stage(more: Record<string, string> = {}): Promise<Stage> {
  const created = await engine.call('create', { name: 'Room', meetingID: 'room', record: 'true', ...more });
  const host = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  const guest = await person(engine, { meetingID: 'room', fullName: 'Ben' });
  return { room: childText(created.xml, 'internalMeetingID'), host, guest };
}

/** Half a second of sound and a picture of this person reach the room. */
function talk(room: string, seat: string): void {
  const tap = engine.media.taps.get(room);
  const [mic, cam] = [testSource(seat, 'mic'), testSource(seat, 'cam')];
  for (let number = 0; number < 25; number += 1) {
    const at = performance.now() + number * 20;
    tap?.packet(mic.source, mic.stream, { packet: soundPacket({ sequence: number, timestamp: number * 960 }), number, at });
    const picture = picturePacket({ sequence: number, timestamp: number * 1_800 }, 'key');
    tap?.packet(cam.source, cam.stream, { packet: picture, number, at });
  }
  for (const { source } of [mic, cam]) tap?.ended(source);
}

const say = (who: Person, text: string) => who.ask(saying(text));

/** Ends the meeting and reads what was written. */
async function written(room: string): Promise<LogEvent[]> {
  const path = join(folder, room, EVENTS_FILE);
  await engine.call('end', { meetingID: 'room' });
  await Promise.all(engine.engine.finishing);
  return readEvents(path);
}
const membersOf = (events: LogEvent[]) => [...new Set(tracksOf(events).map(({ member }) => member))];
const of = <T extends LogEvent['type']>(events: LogEvent[], type: T) =>
  events.filter((event): event is Extract<LogEvent, { type: T }> => event.type === type);

describe('who is written down', () => {
  test('until somebody answers, nothing of that person is: no sound, picture, word or name', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    expect((await guest.hears('meeting', ({ meeting }) => meeting.recording === 'on')).meeting.consent).toBe('open');
    for (const one of [host, guest]) talk(room, one.userId);
    engine.events.speaking(room, [host.userId, guest.userId]);
    await say(host, 'welcome');
    await say(guest, 'hello');
    await engine.call('sendChatMessage', { meetingID: 'room', message: 'by the school', userName: 'School' });
    guest.socket.close();
    engine.pass(15_000);
    const events = await written(room);
    expect(membersOf(events)).toEqual([host.userId]);
    expect(of(events, 'chat').map(({ text }) => text)).toEqual(['welcome', 'by the school']);
    expect(of(events, 'speaking').map(({ ids }) => ids)).toEqual([[host.userId]]);
    expect(JSON.stringify(events)).not.toContain(guest.userId);
    expect(JSON.stringify(events)).not.toContain('Ben');
  });

  test('from the answer on everything is, and the answers stand in the log with their time', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    talk(room, guest.userId);
    await say(guest, 'too early');
    expect(await guest.ask({ t: 'consent', to: 'all' })).toMatchObject({ t: 'ok' });
    talk(room, guest.userId);
    await say(guest, 'hello');
    const events = await written(room);
    expect(tracksOf(events).map(({ member, source }) => [member, source])).toEqual([
      [guest.userId, 'mic'],
      [guest.userId, 'cam'],
    ]);
    expect(of(events, 'chat').map(({ text }) => text)).toEqual(['hello']);
    expect(of(events, 'member').map(({ name }) => name)).toEqual(['Ada', 'Ben']);
    const [byHost, byGuest] = of(events, 'consent');
    expect(byHost).toMatchObject({ id: host.userId, answer: 'all' });
    expect(byGuest).toMatchObject({ id: guest.userId, answer: 'all', wall: expect.any(Number), at: expect.any(Number) });
    expect(Math.abs((byGuest?.wall ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  test('who stays without being recorded is not, whatever they send; the refusal is noted', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    await guest.ask({ t: 'consent', to: 'nothing' });
    expect((await guest.hears('meeting', ({ meeting }) => meeting.consent === 'nothing')).meeting.recording).toBe('on');
    talk(room, host.userId);
    talk(room, guest.userId);
    await say(guest, 'hello');
    const events = await written(room);
    expect([membersOf(events), of(events, 'chat')]).toEqual([[host.userId], []]);
    expect(of(events, 'consent').at(-1)).toMatchObject({ id: guest.userId, answer: 'nothing' });
  });

  test('whose microphone a moderator opens again is asked, unless they agreed', async () => {
    const { host, guest } = await stage({ allowModsToUnmuteUsers: 'true', requireUserConsentBeforeUnmuting: 'false' });
    await guest.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: 'offer', muted: true });
    await host.ask({ t: 'record', to: 'on' });
    await host.ask({ t: 'moderate', action: 'unmute', member: guest.userId });
    await guest.hears('unmute-asked');
    await guest.ask({ t: 'consent', to: 'all' });
    await host.ask({ t: 'moderate', action: 'unmute', member: guest.userId });
    expect(await guest.hears('unmuted')).toMatchObject({ key: 'mic', by: host.userId });
    expect(guest.heard.findIndex(({ t }) => t === 'unmuted')).toBeGreaterThan(
      guest.heard.findIndex(({ t }) => t === 'unmute-asked'),
    );
  });

  test('consent can be withdrawn: the files end, and nothing more is taken', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    await guest.ask({ t: 'consent', to: 'all' });
    talk(room, guest.userId);
    await guest.ask({ t: 'consent', to: 'nothing' });
    talk(room, guest.userId);
    await say(guest, 'not for the file');
    const events = await written(room);
    expect(tracksOf(events)).toHaveLength(2);
    expect([of(events, 'chat'), of(events, 'gone')]).toEqual([[], [expect.objectContaining({ id: guest.userId })]]);
  });
});

describe('who is asked', () => {
  test('people who come later are, and see it before they come in', async () => {
    const { room, host } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    const late = await person(engine, { meetingID: 'room', fullName: 'Cleo' });
    expect(late.welcome.meeting).toMatchObject({ recording: 'on', consent: 'open' });
    expect(await enter(engine, late.token)).toMatchObject({ meeting: { recording: 'on', mayBeRecorded: true } });
    talk(room, late.userId);
    talk(room, host.userId);
    expect(membersOf(await written(room))).toEqual([host.userId]);
  });

  test('whoever resumes a paused recording keeps their own answer', async () => {
    const { room, host } = await stage();
    const second = await person(engine, { meetingID: 'room', fullName: 'Dora', role: 'MODERATOR' });
    const silent = await person(engine, { meetingID: 'room', fullName: 'Eli', role: 'MODERATOR' });
    await host.ask({ t: 'record', to: 'on' });
    await second.ask({ t: 'consent', to: 'nothing' });
    for (const one of [second, silent]) {
      await host.ask({ t: 'record', to: 'paused' });
      expect(await one.ask({ t: 'record', to: 'on' })).toMatchObject({ t: 'ok' });
      talk(room, one.userId);
      await say(one, 'off the record');
    }
    talk(room, host.userId);
    expect((await greet(engine, { token: second.token })).welcome.meeting.consent).toBe('nothing');
    expect((await greet(engine, { token: silent.token })).welcome.meeting.consent).toBe('open');
    const events = await written(room);
    expect([membersOf(events), of(events, 'chat')]).toEqual([[host.userId], []]);
    expect(of(events, 'consent').filter(({ id, answer }) => id !== host.userId && answer === 'all')).toEqual([]);
  });

  test('the answer stands when the connection was lost, and after a reload', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    await guest.ask({ t: 'consent', to: 'all' });
    guest.socket.close();
    const again = await greet(engine, { token: guest.token, resume: guest.welcome.seat });
    expect([again.welcome.resumed, again.welcome.meeting.consent]).toEqual([true, 'all']);
    const reloaded = await greet(engine, { token: guest.token });
    expect([reloaded.welcome.resumed, reloaded.welcome.meeting.consent]).toEqual([false, 'all']);
    talk(room, guest.userId);
    expect(membersOf(await written(room))).toEqual([guest.userId]);
  });

  test('a pause keeps the answers; after a stop everybody is asked anew, but for who starts it', async () => {
    const { room, host, guest } = await stage();
    await host.ask({ t: 'record', to: 'on' });
    await guest.ask({ t: 'consent', to: 'all' });
    await host.ask({ t: 'record', to: 'paused' });
    talk(room, guest.userId);
    await host.ask({ t: 'record', to: 'on' });
    talk(room, guest.userId);
    await host.ask({ t: 'record', to: 'off' });
    await host.ask({ t: 'record', to: 'on' });
    await say(guest, 'by then the news are here');
    const told = guest.heard.flatMap((message) => (message.t === 'meeting' ? [message.meeting] : []));
    expect(told.at(-1)).toMatchObject({ recording: 'on', consent: 'open' });
    const toHost = host.heard.flatMap((message) => (message.t === 'meeting' ? [message.meeting] : []));
    expect(toHost.at(-1)).toMatchObject({ recording: 'on', consent: 'all' });
    talk(room, guest.userId);
    expect(tracksOf(await written(room))).toHaveLength(2);
  });

  test('a recording that begins by itself asks the host as well, and create parameters do not change that', async () => {
    const more = { autoStartRecording: 'true', notifyRecordingIsOn: 'false', recordFullDurationMedia: 'true' };
    const { room, host } = await stage({ ...more, allowStartStopRecording: 'false' });
    talk(room, host.userId);
    engine.pass(1_000);
    const { meeting } = await host.hears('meeting', ({ meeting: facts }) => facts.recording === 'on');
    expect(meeting).toMatchObject({ consent: 'open', mayRecord: false, mayBeRecorded: true });
    expect(await host.ask({ t: 'record', to: 'off' })).toMatchObject({ code: 'not-allowed' });
    talk(room, host.userId);
    await host.ask({ t: 'consent', to: 'all' });
    talk(room, host.userId);
    expect(tracksOf(await written(room))).toHaveLength(2);
  });

  test('without a recording there is nothing to answer, and nothing to pause', async () => {
    const { host, guest } = await stage();
    expect(await guest.ask({ t: 'consent', to: 'all' })).toMatchObject({ code: 'not-allowed' });
    expect(await guest.ask({ t: 'record', to: 'paused' })).toMatchObject({ code: 'not-allowed' });
    expect(await host.ask({ t: 'record', to: 'paused' })).toMatchObject({ t: 'ok' });
    expect(host.heard.some(({ t }) => t === 'recording')).toBe(false);
  });
});
