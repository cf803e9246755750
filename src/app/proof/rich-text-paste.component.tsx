import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { emptyRichText, plainTextOf, type RichText, richTextField } from '#kit/rich-text.ts';
import { RichTextEditor, type RichTextEditorProps } from '#kit/ui/editor/rich-text-editor.tsx';
import { mount } from './testing-components.tsx';

const box = () => page.getByRole('textbox', { name: 'Mail' });
const paragraph = (text: string): RichText['content'][number] => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const before: RichText = { version: 1, content: [paragraph('Before')] };

async function edit(props: Partial<RichTextEditorProps> = {}) {
  const onChange = vi.fn<(text: RichText) => void>();
  await mount(<RichTextEditor label="Mail" value={emptyRichText} onChange={onChange} {...props} />);
  await userEvent.click(box());
  await userEvent.keyboard('{Control>}{End}{/Control}');
  const last = (): RichText => z.parse(richTextField, onChange.mock.lastCall?.[0] ?? emptyRichText);
  return { last, onChange };
}
function paste(given: { 'text/html'?: string; 'text/plain'?: string }): void {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
  box()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** The browser tells later where its caret is, and until then the editor pastes where it was. */
const caretSettles = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.getSelection()?.isCollapsed !== true) return;
      document.removeEventListener('selectionchange', look);
      resolve();
    };
    document.addEventListener('selectionchange', look);
  });

test('a web page becomes blocks, and pictures are left out with a notice', async () => {
  const { last } = await edit();
  paste({
    'text/html':
      '<h1>Title</h1><p>See <a href="javascript:x()">a</a><a href="https://example.org">b</a></p><img src="data:image/png;base64,AAAA"><ol start="4"><li>four</li></ol><pre><code class="language-js">x()</code></pre>',
  });
  expect(last().content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See a' },
        { type: 'text', text: 'b', marks: [{ type: 'link', attrs: { href: 'https://example.org' } }] },
      ],
    },
    { type: 'orderedList', attrs: { start: 4 }, content: [{ type: 'listItem', content: [paragraph('four')] }] },
    { type: 'codeBlock', attrs: { language: 'js' }, content: [{ type: 'text', text: 'x()' }] },
  ]);
  await expect.element(page.getByText('Images cannot be pasted here')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Close this message' }));
  await expect.element(page.getByText('Images cannot be pasted here')).not.toBeInTheDocument();
});

test('pasted Markdown becomes blocks', async () => {
  // its code comes with the first paste, and the reader waits as long as the network takes
  await import('#kit/ui/editor/paste/markdown-html.ts');
  const { last } = await edit();
  paste({ 'text/plain': '# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |' });
  await expect.poll(() => last().content.map(({ type }) => type)).toEqual(['heading', 'bulletList', 'table']);
  expect(plainTextOf(last())).toBe('Title\n\n- one\n- two\n\na | b\n1 | 2');
});

test('signs in other pasted text stay signs', async () => {
  const { last } = await edit();
  paste({ 'text/plain': 'a *b* _c_ ~~d~~' });
  expect(last().content).toEqual([paragraph('a *b* _c_ ~~d~~')]);
});

test('too much is refused with a notice, and the text stays', async () => {
  const { onChange } = await edit({ value: before });
  const megabyte = 'word '.repeat(200_000);
  paste({ 'text/html': `<p>${megabyte.repeat(10)}</p>` });
  await expect.element(page.getByText('That is too much for one text')).toBeVisible();
  paste({ 'text/plain': megabyte });
  paste({ 'text/html': `<p>First</p>${'<blockquote>'.repeat(60)}<p>x</p><p>y</p>${'</blockquote>'.repeat(60)}<p>Last</p>` });
  expect(onChange).not.toHaveBeenCalled();
  expect(box().element().textContent?.trim()).toBe('Before');
});

test('a copy from the editor keeps callouts, chips and directions', async () => {
  const value: RichText = {
    version: 1,
    content: [
      {
        type: 'callout',
        attrs: { tone: 'tip' },
        content: [
          {
            type: 'paragraph',
            attrs: { dir: 'rtl' },
            content: [
              { type: 'text', text: 'Hi ' },
              { type: 'variable', attrs: { name: 'guest' } },
            ],
          },
        ],
      },
      paragraph('End'),
    ],
  };
  const { last } = await edit({ value });
  await userEvent.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
  const atEnd = caretSettles();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await atEnd;
  await userEvent.keyboard('{Control>}v{/Control}');
  await expect.poll(() => last().content.filter(({ type }) => type === 'callout')).toHaveLength(2);
  expect(last().content[0]).toEqual(value.content[0]);
  expect(last().content.filter(({ type }) => type === 'callout')[1]).toEqual(value.content[0]);
});

test('in a table Tab goes to the next cell, and Escape lets it leave', async () => {
  const { last } = await edit();
  await userEvent.keyboard('/table{Enter}a{Tab}b');
  expect(plainTextOf(last())).toMatch(/^a \| b \| /);
  const bar = page.getByRole('group', { name: 'Table' });
  await userEvent.click(bar.getByRole('button', { name: 'Insert row below' }));
  await userEvent.click(bar.getByRole('button', { name: 'Align to end' }));
  expect(last().content[0]).toMatchObject({ content: [{ content: [{}, { attrs: { align: 'end' } }, {}] }, {}, {}, {}] });
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(box()).not.toHaveFocus();
});

test('without a toolbar the tools of a block come after the text', async () => {
  const { last } = await edit({ frame: 'plain' });
  await userEvent.keyboard('/table{Enter}a{Escape}{Tab}');
  const bar = page.getByRole('toolbar', { name: 'Table' });
  await expect.element(bar.getByRole('button', { name: 'Insert row above' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(last().content[0]).toMatchObject({ content: [{}, {}] });
});

test('callouts change their tone, code its language', async () => {
  const { last } = await edit();
  await userEvent.keyboard('!! Mind');
  await userEvent.click(page.getByRole('group', { name: 'Callout' }).getByRole('button', { name: 'Warning' }));
  expect(last().content[0]).toMatchObject({ attrs: { tone: 'warning' } });
  await userEvent.keyboard('{Control>}{End}{/Control}``` x');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language of the code' }), 'json');
  expect(last().content.find(({ type }) => type === 'codeBlock')).toMatchObject({ attrs: { language: 'json' } });
});

test('a picture gets its words in place, and is marked while they are missing', async () => {
  const file = '0190b6a0-0000-7000-8000-000000000001';
  const { last } = await edit({ slots: { choosePicture: async () => ({ file, alt: '' }) } });
  await userEvent.keyboard('/image{Enter}');
  await expect.element(page.getByText('Alt text is missing')).toBeVisible();
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A full hall');
  await page.getByRole('textbox', { name: 'Caption' }).fill('October');
  await expect.element(page.getByText('Alt text is missing')).not.toBeInTheDocument();
  expect(last().content).toEqual([{ type: 'picture', attrs: { file, alt: 'A full hall', caption: 'October' } }]);
});
