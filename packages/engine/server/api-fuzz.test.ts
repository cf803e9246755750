import { callRules } from '@atrium/bbb/calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signed, testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.stop());

const names = [
  ...[
    'meetingID',
    'name',
    'fullName',
    'role',
    'password',
    'userID',
    'redirect',
    'guest',
    'duration',
    'maxParticipants',
    'voiceBridge',
    'logoutURL',
  ],
  ...[
    'errorRedirectUrl',
    'guestPolicy',
    'isBreakout',
    'parentMeetingID',
    'sequence',
    'meta_x',
    'userdata-x',
    'groups',
    'recordID',
    'publish',
    'limit',
    'offset',
  ],
];
const value = fc.oneof(
  fc.constantFrom(
    'room',
    'true',
    'false',
    '-1',
    '99999999999',
    'null',
    '../..',
    '%',
    '%00',
    ']]>',
    '<a>',
    'javascript:x',
    'https://[',
    'constructor',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const params = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value, { maxKeys: 8 });

test('signed calls with whatever parameters are answered by XML, JSON or a redirect to a web page', async () => {
  const call = fc.constantFrom(...Object.keys(callRules).filter((name) => name !== ''));
  await fc.assert(
    fc.asyncProperty(call, params, fc.constantFrom('GET', 'POST'), async (name, given, method) => {
      const reply = await engine.raw(`/${name}?${signed(name, { params: given })}`, { method });
      expect([200, 302]).toContain(reply.status);
      if (reply.status === 302) expect(reply.headers.get('location')).toMatch(/^https?:\/\//);
      else expect(reply.text).toMatch(/^(<response><returncode>(SUCCESS|FAILED)<|\{"response":)/);
    }),
    { numRuns: 400 },
  );
  expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('raw query lines with a right or wrong checksum never break the engine', async () => {
  const line = fc.stringMatching(/^[\w%&=+.,;:@!$'()*~?/-]{0,80}$/);
  await fc.assert(
    fc.asyncProperty(line, async (query) => {
      const reply = await engine.raw(`/create?${query}&checksum=${'0'.repeat(64)}`);
      expect([reply.status, reply.key]).toEqual([200, 'checksumError']);
    }),
    { numRuns: 200 },
  );
});
