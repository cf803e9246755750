import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClientMessage } from '#protocol/messages.ts';
import { enter, person, testEngine, saying } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';
import { bucket } from '#server/rate.ts';
import { sameSecret } from '#server/tokens.ts';
import { webAddressOrNull, withPerson, withQuery } from '#server/web-address.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
});
afterAll(() => engine.stop());

test('reading a frame never throws, and what it gives back reads the same again', () => {
  const tag = fc.constantFrom('hello', 'pub', 'sub', 'view', 'mute', 'chat', 'moderate', 'lobby', 'end', 'x');
  const almost = fc.record(
    { t: tag, key: fc.anything(), text: fc.anything(), id: fc.anything(), sdp: fc.anything() },
    { requiredKeys: ['t'] },
  );
  const frame = fc.oneof(
    fc.string(),
    fc.json(),
    almost.map((value) => JSON.stringify(value) ?? ''),
  );
  fc.assert(
    fc.property(frame, (text) => {
      const message = readClientMessage(text);
      if (message !== null) expect(readClientMessage(JSON.stringify(message))).toEqual(message);
    }),
    { numRuns: 2_000 },
  );
});

test('limits of the messages hold at their edges', () => {
  const view = (count: number) =>
    readClientMessage(
      JSON.stringify({ t: 'view', wants: Array.from({ length: count }, () => ({ source: 'w_1:cam', height: 1 })) }),
    );
  expect([view(65), view(64)?.t]).toEqual([null, 'view']);
  expect(readClientMessage('{"t":"pub","key":"../x","source":"mic","sdp":"v"}')).toBeNull();
  expect(readClientMessage('{"t":"sub","audioSlots":7,"videoSlots":1}')).toBeNull();
  expect(readClientMessage('{"t":"moderate","action":"remove","member":"__proto__"}')?.t).toBe('moderate');
});

test('no invented session token opens anything', async () => {
  const { token } = await person(engine, { meetingID: 'room', fullName: 'Ada' });
  const near = fc.oneof(
    fc.string(),
    fc.constantFrom(token.slice(0, -1), `${token} `, token.toUpperCase(), `${token}\u0000`, '__proto__', 'constructor'),
  );
  await fc.assert(
    fc.asyncProperty(near, async (guess) => {
      fc.pre(guess !== token && guess !== '' && guess.length <= 200);
      expect(await enter(engine, guess)).toMatchObject({ error: 'gone' });
    }),
    { numRuns: 100 },
  );
});

test('a body that is no request for a session is refused', async () => {
  const wrong = ['', '{', '[]', '{"sessionToken":1,"to":1}', `{"sessionToken":"${'x'.repeat(5_000)}","to":1}`];
  const junk = fc.sample(fc.oneof(fc.string(), fc.json()), 40).filter((text) => !text.includes('sessionToken'));
  for (const path of ['enter', 'group'])
    for (const body of [...wrong, ...junk]) {
      const answer = await fetch(`${engine.base}/session/${path}`, { method: 'POST', body });
      expect([answer.status, await answer.text()], body).toEqual([400, '{"error":"bad-request"}']);
    }
});

test('junk on a socket ends that socket and nothing else', async () => {
  const ada = await person(engine, { meetingID: 'room', fullName: 'Ada' });
  const junk = fc.sample(fc.oneof(fc.string({ maxLength: 500 }), fc.json()), 40).filter((text) => !text.includes('"t"'));
  for (const text of junk) {
    const bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
    bob.socket.send(text);
    expect((await bob.closed).code).toBe(4007);
  }
  expect(await ada.ask(saying('alive'))).toMatchObject({ t: 'ok' });
});

test('a bucket never lets more through than its burst and its rate', () => {
  const steps = fc.array(fc.nat({ max: 2_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (waits) => {
      const limit = bucket({ perSecond: 20, burst: 60 });
      let now = 1_000;
      let passed = 0;
      for (const wait of waits) {
        now += wait;
        if (limit.take(now)) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(60 + ((now - 1_000) * 20) / 1_000 + 1e-6);
    }),
  );
  const limit = bucket({ perSecond: 1, burst: 1 });
  expect([limit.take(1_000), limit.take(1_000), limit.take(500), limit.take(1_500)]).toEqual([true, false, false, true]);
});

test('addresses that people are sent to', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const address = webAddressOrNull(text);
      if (address !== null) expect(address).toMatch(/^https?:\/\//);
    }),
  );
  expect(['javascript:alert(1)', ' data:x', '//x.example', '', undefined].map(webAddressOrNull)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(withQuery('https://a.example/x#top', 'b=1')).toBe('https://a.example/x?b=1#top');
  expect(withQuery('https://a.example/x?', 'b=1')).toBe('https://a.example/x?b=1');
  expect(withPerson('https://a.example/?u=%%USERNAME%%', { meetingId: 'm', userId: 'u', userName: 'A&B=$1' })).toBe(
    'https://a.example/?u=A%26B%3D%241',
  );
});

test('secrets compare by their whole text', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameSecret(a, b) === (a === b)));
});
