import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalText,
  readableList,
  readableText,
  textIn,
  writtenText,
} from './lenient.ts';

const shape = z.object({
  name: optionalText,
  size: optionalNumber,
  proven: optionalFlag,
  groups: optionalList(z.string()),
  title: readableText,
});
const nothing = { groups: [] };

test('absent, null and blank are one thing', () => {
  for (const blank of [undefined, null, '', ' \n'])
    expect(z.parse(shape, { name: blank, size: blank, proven: blank, groups: blank, title: blank })).toEqual(nothing);
  expect(z.parse(shape, {})).toEqual(nothing);
});

test('numbers and flags come as text, identifiers as numbers, a list as its only entry', () => {
  expect(z.parse(shape, { name: 7, size: ' 12.5 ', proven: 'TRUE', groups: 'a', title: 'b' })).toEqual({
    ...{ name: '7', size: 12.5, proven: true, groups: ['a'], title: 'b' },
  });
  expect(z.parse(shape, { proven: 0, groups: ['a', null, ''] })).toMatchObject({ proven: false, groups: ['a'] });
  expect(z.parse(shape, { proven: false, size: 0 })).toMatchObject({ proven: false, size: 0 });
});

test('what has another shape is refused, unless it may be missing without harm', () => {
  expect(z.safeParse(shape, { name: {} }).error?.issues[0]?.path).toEqual(['name']);
  expect(z.safeParse(shape, { size: 'many' }).error?.issues[0]?.path).toEqual(['size']);
  expect(z.safeParse(shape, { proven: 'perhaps' }).error?.issues[0]?.path).toEqual(['proven']);
  expect(z.parse(shape, { title: {} })).toEqual(nothing);
  expect(z.parse(readableList(z.object({ id: writtenText })), [{ id: 1 }, null, { id: null }, { id: 'b' }])).toEqual([
    { id: '1' },
    { id: 'b' },
  ]);
  expect([textIn(' a '), textIn(3), textIn({}), textIn(null), textIn(' ')]).toEqual(['a', '3', null, null, null]);
});
