import { getSchema, type JSONContent } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { plainTextOf, type RichText, type RichTextBlock, type RichTextInline, richTextField } from '#kit/rich-text.ts';
import { canBeStored } from './editor-guards.ts';
import { docOf, richTextOf, writtenText } from './editor-doc.ts';
import { drawnNodes, editorSchema } from './editor-schema.ts';

const schema = getSchema([...editorSchema, ...Object.values(drawnNodes)]);
const openDoc = (json: JSONContent): DocNode => {
  const doc = schema.nodeFromJSON(json);
  doc.check();
  return doc;
};
const roundTrip = (text: RichText): RichText => richTextOf(openDoc(docOf(text)));
const isStorable = (text: RichText): boolean => z.safeParse(richTextField, text).success;

const id = fc.uuid();
const words = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'ب', '字', ' ', '{', '<', '*') });
const dir = fc.constantFrom('ltr' as const, 'rtl' as const);
const wellFormed = { minLength: 1, maxLength: 3 } as const;
/** In the order of the schema's marks, as ProseMirror sorts them. */
const order = Object.keys(schema.marks);
const marks = fc
  .subarray(['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const, { minLength: 1 })
  .map((names) =>
    names
      .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
      .map((type) => (type === 'link' ? { type, attrs: { href: 'https://example.org/a' } } : { type })),
  );
/** A chip between texts, so that two of the same marks do not become one. */
const line = fc
  .array(
    fc.tuple(
      fc.record({ type: fc.constant('text' as const), text: words, marks }, { requiredKeys: ['type', 'text'] }),
      fc.boolean(),
    ),
    wellFormed,
  )
  .map((parts) =>
    parts.flatMap(([text, chip]): RichTextInline[] => [
      text,
      chip ? { type: 'variable', attrs: { name: 'guestName' } } : { type: 'hardBreak' },
    ]),
  );
const optional = <T>(attrs: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    attrs.map((one) => ({ attrs: one })),
  );

const { block } = fc.letrec<{ block: RichTextBlock }>((tie) => {
  const inside = (limits: { minLength: number; maxLength: number }) => fc.array(tie('block'), limits);
  const item = fc
    .tuple(inside(wellFormed), optional(fc.record({ dir })))
    .map(([content, attrs]) => ({ type: 'listItem' as const, ...attrs, content }));
  const cell = fc
    .tuple(
      fc.constantFrom('tableCell' as const, 'tableHeader' as const),
      optional(fc.record({ colspan: fc.integer({ min: 2, max: 50 }), rowspan: fc.integer({ min: 1, max: 50 }) })),
      inside({ minLength: 1, maxLength: 1 }),
    )
    .map(([type, attrs, content]) => ({ type, ...attrs, content }));
  const leaf = fc.oneof(
    fc
      .tuple(optional(fc.record({ dir })), line)
      .map(([attrs, content]): RichTextBlock => ({ type: 'paragraph', ...attrs, content })),
    fc
      .tuple(fc.integer({ min: 2, max: 4 }), line)
      .map(([level, content]): RichTextBlock => ({ type: 'heading', attrs: { level }, content })),
    fc.constant<RichTextBlock>({ type: 'paragraph' }),
    fc.constant<RichTextBlock>({ type: 'horizontalRule' }),
    fc
      .tuple(optional(fc.record({ language: fc.constantFrom('c++', 'bash') })), words)
      .map(([attrs, text]): RichTextBlock => ({ type: 'codeBlock', ...attrs, content: [{ type: 'text', text }] })),
    fc.record({ file: id, alt: words, caption: words }).map((attrs): RichTextBlock => ({ type: 'picture', attrs })),
    fc
      .record({ kind: fc.constantFrom('recording' as const, 'room' as const), id })
      .map((attrs): RichTextBlock => ({ type: 'embed', attrs })),
  );
  const nested = fc.oneof(
    fc.array(item, wellFormed).map((content): RichTextBlock => ({ type: 'bulletList', content })),
    fc
      .tuple(optional(fc.record({ start: fc.integer({ min: 2, max: 100_000 }) })), fc.array(item, wellFormed))
      .map(([attrs, content]): RichTextBlock => ({ type: 'orderedList', ...attrs, content })),
    inside(wellFormed).map((content): RichTextBlock => ({ type: 'blockquote', content })),
    fc
      .tuple(fc.constantFrom('note' as const, 'tip' as const, 'warning' as const), inside(wellFormed))
      .map(([tone, content]): RichTextBlock => ({ type: 'callout', attrs: { tone }, content })),
    fc
      .array(fc.array(cell, wellFormed), wellFormed)
      .map((rows): RichTextBlock => ({ type: 'table', content: rows.map((content) => ({ type: 'tableRow', content })) })),
  );
  return { block: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, nested) };
});
const texts = fc.array(block, { minLength: 1, maxLength: 4 }).map((content): RichText => ({ version: 1, content }));

describe('the way into the editor and back', () => {
  test('gives the same text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(roundTrip(text)).toEqual(text);
      }),
    );
  });
  test('what the editor holds can be stored', () => {
    fc.assert(
      fc.property(texts.filter(isStorable), (text) => {
        expect(isStorable(roundTrip(text))).toBe(true);
      }),
    );
  });

  test('boxes without a block get one for the caret; lists and tables without anything go', () => {
    const content = [
      { type: 'bulletList', content: [] },
      { type: 'table', content: [{ type: 'tableRow', content: [] }] },
      { type: 'blockquote', content: [] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [] }] },
    ];
    const text = z.parse(richTextField, { version: 1, content });
    expect(roundTrip(text).content).toEqual([
      { type: 'blockquote', content: [{ type: 'paragraph' }] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    ]);
  });
  test('marks that are twice, in another order or split are the same text', () => {
    const bold = { type: 'bold' } as const;
    const text = z.parse(richTextField, {
      version: 1,
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a', marks: [{ type: 'code' }, bold, bold] },
            { type: 'text', text: 'b', marks: [{ type: 'code' }, bold] },
          ],
        },
      ],
    });
    const once = roundTrip(text);
    expect(plainTextOf(once)).toBe('ab');
    expect(once.content[0]).toMatchObject({ content: [{ text: 'ab' }] });
    expect(roundTrip(once)).toEqual(once);
  });
});

describe('what a document may hold and a text may not', () => {
  const paragraph = (content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });
  test.each<[string, JSONContent]>([
    [
      'an unsafe link',
      paragraph([{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }]),
    ],
    ['a picture from elsewhere', { type: 'picture', attrs: { file: 'https://example.org/x.png', alt: '' } }],
    ['an embed of another kind', { type: 'embed', attrs: { kind: 'youtube', id: crypto.randomUUID() } }],
    ['a variable with a strange name', paragraph([{ type: 'variable', attrs: { name: '<b>' } }])],
    ['a direction of another word', { type: 'paragraph', attrs: { dir: 'up' } }],
    ['a tone of another word', { type: 'callout', attrs: { tone: '"><script>' }, content: [{ type: 'paragraph' }] }],
    ['a language with a space', { type: 'codeBlock', attrs: { language: 'a b' } }],
    ['a heading of the page', { type: 'heading', attrs: { level: 1 } }],
  ])('%s', (_what, node) => {
    const text = richTextOf(schema.nodeFromJSON({ type: 'doc', content: [node] }));
    expect(isStorable(text)).toBe(true);
    expect(JSON.stringify(text)).not.toMatch(/javascript|https:|youtube|<|"up"|a b/);
  });
});

describe('limits', () => {
  const deep = (levels: number): RichTextBlock =>
    levels === 0 ? { type: 'paragraph' } : { type: 'blockquote', content: [deep(levels - 1)] };
  test('a nesting or length that is refused by the server is refused in the editor', () => {
    for (const [levels, fits] of [
      [10, true],
      [40, false],
    ] as const)
      expect(canBeStored(openDoc(docOf({ version: 1, content: [deep(levels)] })))).toBe(fits);
    const long = (length: number): RichText => ({
      version: 1,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(length) }] }],
    });
    expect(canBeStored(openDoc(docOf(long(300_000))))).toBe(true);
    expect(canBeStored(openDoc(docOf(long(400_001))))).toBe(false);
  });
});

test('the line that waits at the end is not stored, an empty line that was written is', () => {
  const rule = { type: 'horizontalRule' } as const;
  const [empty, full] = [{ type: 'paragraph' }, { type: 'paragraph', content: [{ type: 'text', text: 'x' }] }];
  const written = (content: JSONContent[]) => writtenText(openDoc({ type: 'doc', content })).content;
  expect(written([empty])).toEqual([]);
  expect(written([rule, empty])).toEqual([rule]);
  expect(written([full, empty])).toEqual([full, empty]);
});
