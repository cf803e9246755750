import { expect, test } from 'vitest';
import { hasFormat, mayBeFormat } from './format-address.hook.ts';

test('every name of a format is an address of the page, nothing else is', () => {
  for (const format of [undefined, 'video', 'podcast', 'screenshare', 'notes', 'presentation', 'atrium'])
    expect(mayBeFormat(format), format).toBe(true);
  for (const format of ['', 'Video', '../x', 'a b', '1', 'x'.repeat(50)]) expect(mayBeFormat(format), format).toBe(false);
});

test('a format that the recording has is shown, another one is not there', () => {
  const recording = { formats: [{ type: 'atrium' }, { type: 'podcast' }, { type: 'notes' }] };
  for (const format of [undefined, 'atrium', 'podcast', 'notes']) expect(hasFormat(recording, format), format).toBe(true);
  expect(hasFormat(recording, 'video')).toBe(false);
});
