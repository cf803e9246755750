import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOf, mergeParams, paramsOf, parseQuery, rawPathOf, rawQueryOf, writeQuery } from '#query.ts';

test('the raw query is everything after the first question mark, untouched', () => {
  expect(rawQueryOf("/api/join?a=O'Brien&b=%c3%bc?x#y")).toBe("a=O'Brien&b=%c3%bc?x#y");
  expect(rawQueryOf('/api/join')).toBe('');
  expect(rawPathOf('/api/join?a=/b')).toBe('/api/join');
});

test('values are decoded once; the first of a name wins', () => {
  const params = parseQuery('id=a%252Fb&x=1+2%203&x=other&&empty=&?y=q');
  expect(params.list).toEqual([
    ['id', 'a%2Fb'],
    ['x', '1 2 3'],
    ['x', 'other'],
    ['empty', ''],
    ['?y', 'q'],
  ]);
  expect(params.first.get('x')).toBe('1 2 3');
});

test('a question mark at the very beginning belongs to the first name', () => {
  expect(parseQuery('?a=1').list).toEqual([['?a', '1']]);
});

test('query parameters win over body parameters', () => {
  expect(mergeParams(parseQuery('name=N'), parseQuery('name=Other&more=1')).first).toEqual(
    new Map([
      ['name', 'N'],
      ['more', '1'],
    ]),
  );
});

test('list items are trimmed and empty ones dropped', () => {
  expect(listOf(' a,, b ,')).toEqual(['a', 'b']);
  expect(listOf(',')).toEqual([]);
  expect(listOf(undefined)).toEqual([]);
});

describe('round trip', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });

  test('what is written is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 8 }), (pairs) => {
        expect(parseQuery(writeQuery(pairs))).toEqual(paramsOf(pairs));
      }),
    );
  });

  test('no URL parser changes what is written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), (pairs) => {
        const address = `https://bbb.example/bigbluebutton/api/join?${writeQuery(pairs)}`;
        expect(new URL(address).href).toBe(address);
      }),
    );
  });

  test('no query makes reading throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => void parseQuery(raw)));
  });
});
