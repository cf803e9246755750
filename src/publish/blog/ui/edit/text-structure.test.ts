import { expect, test } from 'vitest';
import { isRichText, type RichText, type RichTextBlock } from '#kit/rich-text.ts';
import { structureOf } from './text-structure.hook.ts';

const words = (text: string): RichTextBlock => ({ type: 'paragraph', attrs: { dir: 'ltr' }, content: [{ type: 'text', text }] });
const code: RichTextBlock = { type: 'codeBlock', content: [{ type: 'text', text: 'curl' }] };
const picture: RichTextBlock = { type: 'picture', attrs: { file: '01890000-0000-7000-8000-000000000001', alt: 'A lobby' } };

test('blocks stay in their order and lose their words; code and pictures stay whole', () => {
  const text: RichText = {
    version: 1,
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Lobby' }] },
      words('Open it.'),
      { type: 'bulletList', content: [{ type: 'listItem', content: [words('One'), words('Two')] }] },
      { type: 'callout', attrs: { tone: 'tip' }, content: [words('Early.')] },
      { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [words('Figure')] }] }] },
      code,
      picture,
    ],
  };
  const structure = structureOf(text);
  expect(structure.content).toEqual([
    { type: 'heading', attrs: { level: 3 } },
    { type: 'paragraph' },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }, { type: 'paragraph' }] }] },
    { type: 'callout', attrs: { tone: 'tip' }, content: [{ type: 'paragraph' }] },
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [{ type: 'paragraph' }] }] }] },
    code,
    picture,
  ]);
  expect(isRichText(structure)).toBe(true);
});
