import { afterAll, beforeAll, expect, test } from 'vitest';
import { vectorSecret } from '#checksum-vectors.factory.ts';
import { bbbClient } from '#client.ts';
import { type MemoryBbb, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { parseQuery } from '#query.ts';
import { readCall, verifyExtra } from '#server.ts';
import { readSteer, readSteering, steeringAnswer, type SteeringView } from '#steering.ts';
import { readXml } from '#xml.ts';

let bbb: MemoryBbb;
beforeAll(async () => {
  bbb = await startMemoryBbb();
});
afterAll(() => bbb.stop());

test('a server without these calls refuses them as any unknown one', async () => {
  const { steering } = bbbClient({ url: bbb.url, secret: vectorSecret });
  expect(await steering.look('abc')).toMatchObject({ ok: false, key: 'unsupportedRequest' });
  expect(await steering.steer({ meetingID: 'abc', duration: 5 })).toMatchObject({ ok: false, key: 'unsupportedRequest' });
});

test('what is written is read the same', () => {
  const view: SteeringView = {
    duration: 45,
    locks: { mic: true, cam: false, chat: true },
    people: [
      { userID: 'Zoë & Co', talkedMs: 61_000, speaking: true, handAt: 1_700_000_000_000 },
      { userID: 'b', talkedMs: 0, speaking: false, handAt: null },
    ],
  };
  expect(readSteering(readXml(steeringAnswer(view).body))).toEqual(view);
});

test('a request is read as it was meant, or refused', () => {
  const read = (query: string) => readSteer(parseQuery(query));
  expect(read('meetingID=abc')).toEqual({ ok: true, value: { meetingID: 'abc', locks: {} } });
  expect(read('meetingID=abc&duration=90&lockMic=TRUE&lockChat=false&lowerHand=b+1')).toEqual({
    ok: true,
    value: { meetingID: 'abc', duration: 90, locks: { mic: true, chat: false }, lowerHand: 'b 1' },
  });
  for (const wrong of [
    'meetingID=abc&duration=0',
    'meetingID=abc&duration=-5',
    'meetingID=abc&duration=1.5',
    'meetingID=abc&lockCam=1',
  ])
    expect(read(wrong), wrong).toMatchObject({ ok: false, key: 'validationError' });
  expect(read('duration=5')).toMatchObject({ ok: false, key: 'missingParamMeetingID' });
});

test('the checksum decides before any parameter is looked at', () => {
  const verdict = (url: string, method = 'GET') => {
    const call = readCall({ method, url });
    return call === undefined ? undefined : verifyExtra(call, { secrets: [vectorSecret] });
  };
  const good = signedPath('atrium/look', 'meetingID=abc');
  expect(verdict(good)).toMatchObject({ ok: true, call: { name: 'atrium/look' } });
  expect(verdict(good, 'POST')).toMatchObject({ ok: false, key: 'unsupportedRequest' });
  expect(verdict(good.replace('abc', 'abd'))).toMatchObject({ ok: false, key: 'checksumError' });
  expect(verdict(signedPath('create', 'meetingID=abc'))).toMatchObject({ ok: false, key: 'unsupportedRequest' });
});
