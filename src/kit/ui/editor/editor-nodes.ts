/** The blocks and chips that are ours; the others come from Tiptap. Attributes are read from markup by allow-list, as it may be pasted. */
import { mergeAttributes, Node, wrappingInputRule } from '@tiptap/core';
import { calloutTones, type EmbedKind, embedKinds } from '#kit/rich-text.ts';
import look from '#kit/ui/rich-text/rich-text.module.css';

export type CalloutTone = (typeof calloutTones)[number];

const idShape = /^[0-9a-f-]{36}$/;
const variableShape = /^[a-z]\w{0,39}$/i;
export const isReferenceId = (value: unknown): value is string => typeof value === 'string' && idShape.test(value);
export const isVariableName = (value: unknown): value is string => typeof value === 'string' && variableShape.test(value);
export const toneOf = (value: unknown): CalloutTone => calloutTones.find((tone) => tone === value) ?? 'note';
export const embedKindOf = (value: unknown): EmbedKind | null => embedKinds.find((kind) => kind === value) ?? null;

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'note',
      parseHTML: (element) => toneOf(element.dataset['tone']),
      renderHTML: ({ tone }) => ({ 'data-tone': toneOf(tone) }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes, { class: look['callout'] }), 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^!!\s$/, type: this.type })];
  },
});

export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file: { default: null, rendered: false },
    alt: { default: '', rendered: false },
    caption: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'figure[data-file]',
      getAttrs: (element) => {
        const { file, alt = '', caption = '' } = element.dataset;
        return isReferenceId(file) ? { file, alt, caption } : false;
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    { 'data-file': attrs['file'], 'data-alt': attrs['alt'], 'data-caption': attrs['caption'] },
  ],
});

export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ kind: { default: null, rendered: false }, id: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-embed]',
      getAttrs: (element) => {
        const kind = embedKindOf(element.dataset['embed']);
        const { id } = element.dataset;
        return kind !== null && isReferenceId(id) ? { kind, id } : false;
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['div', { 'data-embed': attrs['kind'], 'data-id': attrs['id'] }],
});

export const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ name: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-variable]',
      getAttrs: ({ dataset: { variable: name } }) => (isVariableName(name) ? { name } : false),
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['span', { 'data-variable': attrs['name'] }, `{${attrs['name']}}`],
  renderText: ({ node: { attrs } }) => `{${attrs['name']}}`,
});
