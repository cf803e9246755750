/** What every text of ours is made of, in posts and messages. */
import { Mark, markInputRule, Node } from '@tiptap/core';
import { isSafeAddress } from '#kit/safe-address.ts';

export const linkOptions = {
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: isSafeAddress,
  HTMLAttributes: { target: null, rel: null, class: null },
} as const;
export const codeBlockOptions = { HTMLAttributes: { dir: 'ltr', spellcheck: 'false' } } as const;

/** Tiptap's own excludes every other mark; a stored text may have bold code. */
export const Code = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', { dir: 'ltr' }, 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(?:`([^`]+)`)$/, type: this.type })];
  },
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.type) };
  },
});

/** Tiptap's own begins with a paragraph; pasted and stored items may begin with any block. */
export const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});
