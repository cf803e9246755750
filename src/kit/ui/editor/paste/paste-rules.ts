import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { richTextLimits } from '#kit/rich-text.ts';
import { cleanHtml, isSourceHtml, withoutInlineFiles } from './clean-html.ts';
import { looksLikeMarkdown } from './markdown-signs.ts';

export type PasteNotice = 'tooLong' | 'pictures';

/** Markup is longer than its text; much more than this is read for seconds. */
const mostMarkup = richTextLimits.characters * 5;
const isTooLong = (data: DataTransfer): boolean =>
  data.getData('text/plain').length > richTextLimits.characters ||
  withoutInlineFiles(data.getData('text/html')).length > mostMarkup;

/** Before the editor reads it: what is refused leaves the text as it is. */
function refuse(event: ClipboardEvent | DragEvent, onNotice: (notice: PasteNotice) => void): boolean {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  if (data === null) return false;
  const files = data.files.length > 0 && !data.types.includes('text/html') && !data.types.includes('text/plain');
  if (!files && !isTooLong(data)) return false;
  event.preventDefault();
  onNotice(files ? 'pictures' : 'tooLong');
  return true;
}

async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const { markdownHtml } = await import('./markdown-html.ts');
  if (!view.isDestroyed) view.pasteHTML(markdownHtml(text));
}

export const PasteRules = Extension.create<{ onNotice: (notice: PasteNotice) => void }>({
  name: 'pasteRules',
  addOptions: () => ({ onNotice: () => {} }),
  addProseMirrorPlugins() {
    const { onNotice } = this.options;
    // Ctrl Shift V pastes letters, not Markdown
    const pressed = { shift: false };
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            const { html: clean, pictures } = cleanHtml(html);
            if (pictures === 'leftOut') onNotice('pictures');
            return clean;
          },
          handleDOMEvents: {
            keydown: (_view, { shiftKey }) => {
              pressed.shift = shiftKey;
              return false;
            },
            paste: (_view, event) => refuse(event, onNotice),
            drop: (_view, event) => refuse(event, onNotice),
          },
          handlePaste: (view, { clipboardData: data }) => {
            if (data === null || pressed.shift || view.state.selection.$from.parent.type.spec.code === true) return false;
            const html = data.getData('text/html');
            const text = data.getData('text/plain');
            if ((html !== '' && !isSourceHtml(html)) || !looksLikeMarkdown(text)) return false;
            void pasteMarkdown(view, text);
            return true;
          },
        },
      }),
    ];
  },
});
