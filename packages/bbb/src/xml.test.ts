import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cdataElement, element, readXml, writeXml, XmlError, XmlTooLarge } from '#xml.ts';
import { printable } from '#xml-text.ts';

describe('reading', () => {
  test('values stay text: no numbers, no booleans, blanks kept', () => {
    const root = readXml('<r><id>00123</id><pw>1e5</pw><flag>true</flag><name> Ann </name><empty/></r>');
    expect(root.children.map((child) => child.text)).toEqual(['00123', '1e5', 'true', ' Ann ', '']);
  });

  test('a declaration, comments and a byte order mark are passed over', () => {
    expect(readXml('\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- <!DOCTYPE no> --><r a="1">x<!-- y --></r>\n').text).toBe(
      'x',
    );
  });

  test('the five entities and character references are decoded, inside CDATA nothing is', () => {
    const root = readXml('<r a="&quot;&#65;"><x>&lt;&amp;amp;&gt;&apos;&#x1F600;</x><y><![CDATA[&amp; <b>]]></y></r>');
    expect(root.attributes.get('a')).toBe('"A');
    expect(root.children.map((child) => child.text)).toEqual(["<&amp;>'😀", '&amp; <b>']);
  });

  test.each([
    ['document type', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['document type without entities', '<!DOCTYPE r><r>x</r>'],
    ['document type after a comment', '<!-- x --><!doctype r><r>x</r>'],
    ['HTML page', '<!doctype html><html><body>hi</body></html>'],
    ['entity nobody declared', '<r>&nbsp;</r>'],
    ['reference to no character', '<r>&#0;</r>'],
    ['half a surrogate pair', '<r>&#xD800;</r>'],
    ['two roots', '<r/><r/>'],
    ['open element', '<r><a></r>'],
    ['nothing', ''],
    ['plain text', 'hello'],
    ['300 levels', '<a>'.repeat(300) + '</a>'.repeat(300)],
  ])('%s is refused', (_what, text) => {
    expect(() => readXml(text)).toThrow(XmlError);
  });

  test.each([
    ['elements', `<r>${'<a/>'.repeat(25)}</r>`],
    ['attributes', `<r ${Array.from({ length: 11 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
    ['references', `<r>${'&amp;'.repeat(11)}</r>`],
  ])('a document of more %s than its limit is refused as too large', (_what, text) => {
    expect(() => readXml(text, { elements: 10, attributes: 10, references: 10 })).toThrow(XmlTooLarge);
    expect(readXml(text).name).toBe('r');
  });

  test.each([
    '<r a="1" a="2"/>',
    '<r a/>',
    '<r a=1/>',
    '<r>x</r>y',
    '<r/><![CDATA[x]]>',
    '<r>]]</q></r>',
    '<r a="1"b="2"/>',
    '< r/>',
  ])('%s is not well-formed', (text) => {
    expect(() => readXml(text)).toThrow(XmlError);
  });

  test('a name that JavaScript objects have is a name like any other', () => {
    const root = readXml('<r><constructor>1</constructor><toString/><__proto__ valueOf="2"/></r>');
    expect(root.children.map((child) => child.name)).toEqual(['constructor', 'toString', '__proto__']);
    expect(root.children[2]?.attributes.get('valueOf')).toBe('2');
  });

  test('junk raises the typed error and nothing else', () => {
    const scrap = fc.constantFrom(
      '<',
      '>',
      '/',
      'r',
      '<r>',
      '</r>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!',
      '&',
      '&amp;',
      '"',
      "'",
      '=',
      ' ',
      '\u0000',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(scrap, { maxLength: 30 }).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            readXml(text);
          } catch (error) {
            expect(error).toBeInstanceOf(XmlError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('hostile text of megabytes takes a moment', () => {
    const hostile = [
      `<a>${'<!--'.repeat(250_000)}`,
      `<a>${'<![CDATA['.repeat(110_000)}`,
      '<'.repeat(1_000_000),
      `<a ${'b="1" '.repeat(150_000)}/>`,
      `<a ${Array.from({ length: 1_500_000 }, (_, at) => `b${at}="1"`).join(' ')}/>`,
      `<a>${'<b/>'.repeat(4_000_000)}</a>`,
      `<a>${'&'.repeat(1_000_000)}</a>`,
    ];
    // Time of this process, not of the clock: a busy machine must not fail the test.
    const before = process.cpuUsage();
    for (const text of hostile) expect(() => readXml(text)).toThrow(XmlError);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  });
});

describe('writing', () => {
  test('elements come in the given order, empty text and empty lists as BBB writes them', () => {
    const root = element('response', [
      element('returncode', 'SUCCESS'),
      element('meetings', []),
      element('messageKey', ''),
      element('duration', 0),
      element('running', false),
    ]);
    expect(writeXml(root)).toBe(
      '<response><returncode>SUCCESS</returncode><meetings/><messageKey></messageKey><duration>0</duration><running>false</running></response>',
    );
  });

  test('a name that is none is refused instead of breaking the answer', () => {
    expect(() => writeXml(element('a b', ''))).toThrow(XmlError);
    expect(() => writeXml(element('1x', ''))).toThrow(XmlError);
  });

  test.each([']]>', '&amp; &', '😀', '<script>"\'</script>', 'a\r\nb\tc', ' spaces '])(
    '%j survives as text, as CDATA and in an attribute',
    (text) => {
      const written = writeXml({
        ...element('r', [element('t', text), cdataElement('c', text.replaceAll('\r', ''))]),
        attributes: [['a', text]],
      });
      const root = readXml(written);
      expect(root.children[0]?.text).toBe(text);
      expect(root.children[1]?.text).toBe(text.replaceAll('\r', ''));
      expect(root.attributes.get('a')).toBe(text);
    },
  );

  test('any text survives the round trip, except characters that XML cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const root = readXml(writeXml(element('r', [element('t', text)])));
        expect(root.children[0]?.text).toBe(printable(text));
      }),
      { numRuns: 1000 },
    );
  });
});
