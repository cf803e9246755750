import { expect, test } from 'vitest';
import { readMultipart, writeMultipartFile } from '#multipart.ts';

const type = 'multipart/form-data; boundary=b';
const field = (name: string, value: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const fieldsOf = (body: string, contentType = type) => readMultipart(body, contentType).fields;

test('fields and files in order, bytes as they came', () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const body = Buffer.concat([
    Buffer.from(
      `${field('a', 'Käse 🧀')}--b\r\ncontent-disposition: form-data; name="file"; filename="ü%22.vtt"\r\ncontent-type: text/vtt\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  expect(readMultipart(body, type)).toEqual({
    fields: [['a', 'Käse 🧀']],
    files: [{ name: 'file', filename: 'ü".vtt', contentType: 'text/vtt', bytes }],
  });
});

test('what stands before a broken place is read', () => {
  expect(fieldsOf(`${field('a', '1')}${field('b', '2')}`.slice(0, -2))).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(fieldsOf(`${field('a', '1')}--b\r\ncontent-disposition: form-data; name="c"`)).toEqual([['a', '1']]);
  expect(fieldsOf(`${field('a', '1')}--b--\r\n${field('after', 'the end')}`)).toEqual([['a', '1']]);
});

test.each([
  ['no boundary', 'multipart/form-data'],
  ['another boundary', 'multipart/form-data; boundary=c'],
  ['a boundary without end', `multipart/form-data; boundary="${'x'.repeat(300)}`],
])('%s: nothing is read', (_what, contentType) => {
  expect(readMultipart(`${field('a', '1')}--b--`, contentType)).toEqual({ fields: [], files: [] });
});

test('a header of a megabyte is read in linear time', () => {
  const long = `\r\nx-more: ${'; name="y'.repeat(120_000)}`;
  const began = performance.now();
  expect(fieldsOf(`${field('a', '1', long)}${field('c', '2')}--b--`)).toEqual([
    ['a', '1'],
    ['c', '2'],
  ]);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('at most a thousand parts are read', () => {
  expect(fieldsOf(field('a', '1').repeat(1_500)).length).toBeLessThan(1_000);
});

// RFC 7578 §4.2 forbids this form in a form's file, so it names none; the file is one all the same
test('a file name of RFC 5987 makes a file, not a field', () => {
  const { fields, files } = readMultipart(`${field('f', 'hello', "; filename*=UTF-8''%e2%82%ac.vtt")}--b--`, type);
  expect([fields, files.map(({ name, filename }) => [name, filename])]).toEqual([[], [['f', '']]]);
});

test('what is written is read back, whatever the file holds', () => {
  const text = 'WEBVTT\r\n--part-of-a-form--\r\n';
  const { contentType, body } = writeMultipartFile({ name: 'file', filename: 'a".vtt', contentType: 'text/vtt', text });
  expect(readMultipart(body, contentType).files).toEqual([
    { name: 'file', filename: 'a".vtt', contentType: 'text/vtt', bytes: Buffer.from(text) },
  ]);
});
