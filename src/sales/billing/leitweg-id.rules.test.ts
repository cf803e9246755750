import { expect, test } from 'vitest';
import { readLeitwegId } from './leitweg-id.rules.ts';

test('a Leitweg-ID is read however it is typed', () => {
  for (const id of ['04011000-1234512345-06', '991-01484-64', '992-90009-96', '05711-06001-79'])
    expect(readLeitwegId(id)).toEqual({ kind: 'read', id });
  expect(readLeitwegId(' 991 - 01484 - 64 ')).toEqual({ kind: 'read', id: '991-01484-64' });
  // letters count as two digits
  expect(readLeitwegId('1234567890-abc-16')).toEqual({ kind: 'read', id: '1234567890-ABC-16' });
});

test('what is mistyped is refused with a reason', () => {
  expect(readLeitwegId('991-01484-46')).toEqual({ kind: 'refused', why: 'wrong_checksum' });
  expect(readLeitwegId('991-01848-64')).toEqual({ kind: 'refused', why: 'wrong_checksum' });
  for (const text of ['', '991', '991-01484', 'DE123456789', '991-01484-6', `991-${'1'.repeat(31)}-64`, '991-01_84-64'])
    expect(readLeitwegId(text)).toEqual({ kind: 'refused', why: 'wrong_shape' });
});
