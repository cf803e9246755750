import { expect, test } from 'vitest';
import { textOfFile } from './caption-form.hook.ts';

const bytes = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;

test('files in UTF-8 and UTF-16 are read, others are refused before letters are lost', () => {
  expect(textOfFile(bytes(Buffer.from('\uFEFFقراءة')))).toBe('قراءة');
  expect(textOfFile(bytes(Buffer.from('\uFEFFقراءة', 'utf16le')))).toBe('قراءة');
  expect(textOfFile(bytes(Buffer.from('Frühstück', 'latin1')))).toBeNull();
});
