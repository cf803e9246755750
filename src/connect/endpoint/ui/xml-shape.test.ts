import { expect, test } from 'vitest';
import { answerLines, textIn, xmlLines } from './xml-shape.hook.ts';

const textOf = (xml: string) =>
  xmlLines(xml).map(({ depth, pieces }) => '  '.repeat(depth) + pieces.map((piece) => piece.text).join(''));

test('elements stand below each other, values beside their names', () => {
  const xml =
    '<?xml version="1.0"?><response><returncode>SUCCESS</returncode><attendees><attendee><userID>a</userID></attendee></attendees><messageKey></messageKey><empty/></response>';
  expect(textOf(xml)).toEqual([
    '<?xml version="1.0"?>',
    '<response>',
    '  <returncode>SUCCESS</returncode>',
    '  <attendees>',
    '    <attendee>',
    '      <userID>a</userID>',
    '    </attendee>',
    '  </attendees>',
    '  <messageKey></messageKey>',
    '  <empty/>',
    '</response>',
  ]);
});

test('only the return code is told by colour', () => {
  const kinds = (xml: string) => xmlLines(xml).flatMap(({ pieces }) => pieces.map(({ kind }) => kind));
  expect(kinds('<response><returncode>FAILED</returncode></response>')).toContain('bad');
  expect(kinds('<response><name>FAILED</name></response>')).not.toContain('bad');
});

test('a text that holds angle brackets keeps them', () => {
  expect(textOf('<r><name><![CDATA[a <b> & c]]></name></r>')).toEqual(['<r>', '  <name><![CDATA[a <b> & c]]></name>', '</r>']);
});

test('what is cut in the middle is shown as far as it came', () => {
  expect(textOf('<response><meetings><meeting><name>Ma')).toEqual([
    '<response>',
    '  <meetings>',
    '    <meeting>',
    '      <name>',
    '        Ma',
  ]);
});

test('JSON is laid out, and broken JSON and other texts stay as they are', () => {
  const shown = (type: string, body: string) => answerLines(type, body).map(({ pieces }) => pieces[0]?.text);
  expect(shown('application/json', '{"a":1}')).toEqual(['{', '  "a": 1', '}']);
  expect(shown('application/json', '{"a":')).toEqual(['{"a":']);
  expect(shown('text/html', 'https://example.org/x')).toEqual(['https://example.org/x']);
});

test('the text of an element', () => {
  expect(textIn('<r><meetingID>a-1</meetingID></r>', 'meetingID')).toBe('a-1');
  expect(textIn('<r><meetingID><![CDATA[b 2]]></meetingID></r>', 'meetingID')).toBe('b 2');
  expect(textIn('<r/>', 'meetingID')).toBe('');
});

test.each([
  ['<meetingID>9d287cf5-4-119[0]</meetingID>', '9d287cf5-4-119[0]'],
  ['<meetingID><![CDATA[9d287cf5-4-119[0]]]></meetingID>', '9d287cf5-4-119[0]'],
  ['<meetingID>a&amp;b</meetingID>', 'a&b'],
  ['<meetingID>&lt;&#228;&#x4e2d;&gt;</meetingID>', '<ä中>'],
  ['<meetingID><![CDATA[a&amp;b <c>]]></meetingID>', 'a&amp;b <c>'],
  ['<meetingID><![CDATA[a]]]]><![CDATA[>b]]></meetingID>', 'a]]>b'],
  ['<meetingID>a&nbsp;b</meetingID>', 'a&nbsp;b'],
  ['<meetingID></meetingID><x>later</x>', ''],
])('the next call gets the ID that the answer means: %s', (xml, id) => {
  expect(textIn(`<response>${xml}</response>`, 'meetingID')).toBe(id);
});
