import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrder, type ModuleDocument, readModules } from '#modules.ts';
import { writeModules, writeModulesWithout } from '#modules-write.ts';

function documentsOf(inside: string): ModuleDocument[] {
  const read = readModules(
    `<?xml version="1.0" encoding="UTF-8"?> <modules><module name="presentation">${inside}</module></modules>`,
  );
  return read.ok ? (read.value.documents ?? []) : [];
}

test('an address between single quotes may hold bare ampersands', () => {
  const [document] = documentsOf("<document url='https://files.example/get?a=1&b=2&amp;c=3' filename='a.pdf'/>");
  expect(document?.source).toEqual({ kind: 'url', url: 'https://files.example/get?a=1&b=2&c=3' });
});

test.each([
  ['<document url="https://f/a%20b.pdf?x=1.y#z"/>', ['a b.pdf']],
  ['<document url="https://f/%E0%A4%A.pdf"/>', ['%E0%A4%A.pdf']],
  ['<document url="https://f/download" filename="real.pptx"/>', ['real.pptx']],
  ['<document url="https://f/download"/>', []],
  ['<document url="https://f/a.pdf" name="b.txt">SGk=</document>', ['a.pdf']],
  ['<document name="b.txt"> SG\n k= </document>', ['b.txt']],
  ['<document name="b.txt"/>', []],
  ['<document/><other url="https://f/a.pdf"/>', []],
])('%s names %j', (xml, names) => {
  expect(documentsOf(xml).map((document) => document.filename)).toEqual(names);
});

test('content in base64 is trimmed; line breaks inside are left to the decoder', () => {
  expect(documentsOf('<document name="b.txt"> SG\n k= </document>')[0]?.source).toEqual({ kind: 'base64', data: 'SG\n k=' });
});

test('removable unless told otherwise, downloadable only when told', () => {
  expect(documentsOf('<document url="https://f/a.pdf"/>')).toMatchObject([
    { removable: true, downloadable: false, current: false },
  ]);
  expect(documentsOf('<document url="https://f/a.pdf" removable="false" downloadable="TRUE" current="true"/>')).toMatchObject([
    { removable: false, downloadable: true, current: true },
  ]);
});

test('the current document comes first, else the first is current', () => {
  const [one, two] = [
    documentsOf('<document url="https://f/1.pdf"/>'),
    documentsOf('<document url="https://f/2.pdf" current="true"/>'),
  ];
  const order = (documents: ModuleDocument[]): unknown =>
    createOrder(documents).map((document) => [document.filename, document.current]);
  expect(order([...one, ...two])).toEqual([
    ['2.pdf', true],
    ['1.pdf', false],
  ]);
  expect(order([...one, ...documentsOf('<document url="https://f/3.pdf"/>')])).toEqual([
    ['1.pdf', true],
    ['3.pdf', false],
  ]);
  expect(order([])).toEqual([]);
});

test('several modules may share a body; none is not an empty one', () => {
  const read = readModules(
    '<modules><module name="clientSettingsOverride"><![CDATA[ {"a":1} ]]></module><module name="sharedNotesInitialContentMarkdown"># Hi</module><module/></modules>',
  );
  expect(read).toMatchObject({ ok: true, value: { documents: undefined, clientSettingsOverride: '{"a":1}' } });
  expect(read.ok && read.value.others).toEqual(new Map([['sharedNotesInitialContentMarkdown', '# Hi']]));
});

test('what is written is read back', () => {
  const name = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => `${text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim()}x.pdf`);
  fc.assert(
    fc.property(name, fc.webUrl({ withQueryParameters: true }), fc.boolean(), (filename, url, current) => {
      const read = readModules(writeModules({ documents: [{ filename, url, current }] }));
      expect(read).toMatchObject({ ok: true, value: { documents: [{ filename, source: { kind: 'url', url }, current }] } });
    }),
  );
});

test('junk is a refusal, never an exception', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }).map((text) => `<modules>${text}</modules>`),
      ),
      (text) => {
        const read = readModules(text);
        expect(read.ok || read.key === 'validationError').toBe(true);
      },
    ),
  );
});

test('071 every address in a body is known, whatever its element is called', () => {
  const read = readModules(
    `<modules><module name="presentation"><document url=" https://f/1.pdf "/><other url='https://f/2?a=1&b=2'><deep url="https://f/3"/></other></module><x url="https://f/4"/></modules>`,
  );
  expect(read).toMatchObject({
    ok: true,
    value: { urls: ['https://f/1.pdf', 'https://f/2?a=1&b=2', 'https://f/3', 'https://f/4'] },
  });
});

test('071 a body is written again without the documents at unwanted addresses', () => {
  const read = readModules(
    '<modules><module name="presentation"><document url="https://f/1.pdf" current="true"/><document url="http://10.0.0.1/2.pdf"/><document name="b.txt">SGk=</document><strange url="http://10.0.0.1/3.pdf"/></module><module name="clientSettingsOverride"><![CDATA[{"a":1}]]></module><module name="sharedNotesInitialContentMarkdown"># Hi</module></modules>',
  );
  if (!read.ok) throw new Error(read.message);
  const isInside = (url: string) => url.includes('10.0.0.1');
  const again = readModules(writeModulesWithout(read.value, isInside) ?? '');
  expect(again).toMatchObject({
    ok: true,
    value: {
      urls: ['https://f/1.pdf'],
      documents: [
        { source: { kind: 'url', url: 'https://f/1.pdf' }, current: true },
        { source: { kind: 'base64', data: 'SGk=' }, filename: 'b.txt' },
      ],
      clientSettingsOverride: '{"a":1}',
      others: new Map([['sharedNotesInitialContentMarkdown', '# Hi']]),
    },
  });
  const only = readModules('<modules><module name="presentation"><document url="http://10.0.0.1/2.pdf"/></module></modules>');
  expect(only.ok && writeModulesWithout(only.value, isInside)).toBeUndefined();
});
