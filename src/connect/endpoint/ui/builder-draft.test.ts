import { expect, test } from 'vitest';
import { builderCalls } from '../endpoint.rules.ts';
import { builtOf, draftFor, hasBody, rowsFor, withCall } from './builder-draft.hook.ts';
import { kindOf, methodsOf } from './call-parameters.hook.ts';
import { languages, sampleOf, secretVariable } from './samples.hook.ts';

test('the first call can be run as it stands', () => {
  expect(builtOf(draftFor('s'))).toEqual({
    secretId: 's',
    call: 'create',
    method: 'GET',
    hash: 'sha256',
    parameters: [
      { name: 'meetingID', value: 'first-call' },
      { name: 'name', value: 'First call' },
    ],
    body: null,
  });
});

test('another call keeps what was typed where it knows the name, and takes a method that is allowed', () => {
  const create = draftFor('s');
  const rows = create.rows.map((row) => (row.name === 'meetingID' ? { ...row, value: 'math' } : row));
  const posted = { ...create, method: 'POST' as const, rows, body: '<modules/>' };
  expect(builtOf(posted).body).toBe('<modules/>');
  const join = withCall(posted, 'join');
  expect(join.method).toBe('GET');
  expect(builtOf(join)).toMatchObject({
    body: null,
    parameters: [{ name: 'meetingID', value: 'math' }, { name: 'fullName' }, { name: 'role', value: 'MODERATOR' }],
  });
  expect(withCall(join, 'insertDocument').method).toBe('POST');
});

test('each call has a method, and rows that differ', () => {
  for (const call of builderCalls) {
    expect(methodsOf(call).length).toBeGreaterThan(0);
    const rows = rowsFor(call, []);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  }
});

test('rows without name or value are not sent, and only two calls take a body', () => {
  const draft = {
    ...draftFor('s'),
    rows: [
      { id: 0, name: ' ', value: 'x', needed: 'free' as const },
      { id: 1, name: 'name', value: '', needed: 'needed' as const },
    ],
  };
  expect(builtOf(draft).parameters).toEqual([]);
  expect(hasBody({ ...draft, call: 'end', method: 'POST' })).toBe(false);
});

test('values are offered where there are few', () => {
  expect(kindOf('record').kind).toBe('flag');
  expect(kindOf('lockSettingsDisableCam').kind).toBe('flag');
  expect(kindOf('duration').kind).toBe('number');
  expect(kindOf('guestPolicy')).toMatchObject({ kind: 'choice' });
  expect(kindOf('meta_anything').kind).toBe('text');
});

test('samples hold the address and no secret', () => {
  for (const language of languages) {
    const text = sampleOf(language, 'https://meet.example.org/e/k/bigbluebutton/');
    expect(text).toContain('https://meet.example.org/e/k/bigbluebutton/');
    expect(text).toContain(secretVariable);
  }
});
