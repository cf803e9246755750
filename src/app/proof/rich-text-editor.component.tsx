import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { emptyRichText, plainTextOf, type RichText, richTextField } from '#kit/rich-text.ts';
import { RichTextEditor, type RichTextEditorProps } from '#kit/ui/editor/rich-text-editor.tsx';
import { expectNoViolations, type ComponentLook, mount } from './testing-components.tsx';

const look: ComponentLook = { locale: 'en-US', scheme: 'light', width: 1280 };
const id = '0190b6a0-0000-7000-8000-000000000001';
const text = (words: string): RichText['content'][number] => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const textOf = (...content: RichText['content']): RichText => ({ version: 1, content });
const box = () => page.getByRole('textbox', { name: 'Text of the post' });

/** Shows the editor; `last` is what it handed out last, which has to be storable. */
async function edit(props: Partial<RichTextEditorProps> = {}, shown: ComponentLook = look) {
  const onChange = vi.fn<(text: RichText) => void>();
  await mount(<RichTextEditor label="Text of the post" value={emptyRichText} onChange={onChange} {...props} />, { look: shown });
  await expect.element(box()).toBeVisible();
  const last = (): RichText => {
    const [given] = onChange.mock.lastCall ?? [];
    if (given === undefined) throw new Error('nothing changed');
    expect(z.safeParse(richTextField, given).success).toBe(true);
    return given;
  };
  return { last, onChange };
}
const type = async (keys: string) => {
  await userEvent.click(box());
  await userEvent.keyboard(keys);
};

test('what is typed comes out as stored text, without the line that waits at the end', async () => {
  const { last } = await edit({ placeholder: 'Begin here' });
  const hint = () => getComputedStyle(box().element().children[0] ?? box().element(), '::before').content;
  expect(hint()).toBe('"Begin here"');
  await type('Hello');
  expect(hint()).toBe('none');
  expect(last()).toEqual(textOf(text('Hello')));
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  expect(last()).toEqual(emptyRichText);
});

test.each([
  ['## Head', 'heading', { level: 2 }],
  ['# Head', 'heading', { level: 2 }],
  ['### Head', 'heading', { level: 3 }],
  ['- One', 'bulletList', undefined],
  ['> Said', 'blockquote', undefined],
  ['!! Mind', 'callout', { tone: 'note' }],
  ['```ts code', 'codeBlock', { language: 'ts' }],
  ['---', 'horizontalRule', undefined],
])('Markdown %s makes a %s', async (keys, kind, attrs) => {
  const { last } = await edit();
  await type(keys);
  const [block] = last().content;
  expect(block?.type).toBe(kind);
  if (attrs !== undefined) expect(block).toMatchObject({ attrs });
});

test('Markdown inside of a line makes marks', async () => {
  const { last } = await edit();
  await type('**bold** _lean_ `code` x');
  expect(last().content[0]).toMatchObject({
    content: [
      { text: 'bold', marks: [{ type: 'bold' }] },
      { text: ' ' },
      { text: 'lean', marks: [{ type: 'italic' }] },
      { text: ' ' },
      { text: 'code', marks: [{ type: 'code' }] },
      { text: ' x' },
    ],
  });
});

test('the slash menu is used by keyboard, and announced', async () => {
  const { last } = await edit({ slots: { chooseEmbed: async () => ({ id }) } });
  await type('/');
  const list = page.getByRole('listbox', { name: 'Insert a block' });
  await expect.element(list).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Image' })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  const active = box().element().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toContain('Subheading');
  await expectNoViolations();
  await userEvent.keyboard('rec{Enter}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.poll(() => last().content).toEqual([{ type: 'embed', attrs: { kind: 'recording', id } }]);
});

test('Escape closes the slash menu and leaves what was typed', async () => {
  const { last } = await edit();
  await type('and /he{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('re{Enter}');
  expect(plainTextOf(last())).toContain('and /here');
  await userEvent.keyboard('either/or');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('a link takes safe addresses only, and completes them', async () => {
  const { last } = await edit({ value: textOf(text('Read on')) });
  await type('{Control>}a{/Control}{Control>}k{/Control}');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('javascript:alert(1)');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This address cannot be used')).toBeVisible();
  await address.fill('example.org/a');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(last().content[0]).toMatchObject({ content: [{ marks: [{ type: 'link', attrs: { href: 'https://example.org/a' } }] }] });
});

test('locked, it is read and not written', async () => {
  const { onChange } = await edit({ value: textOf(text('Fixed')), locked: true });
  await type('x');
  await expect.element(page.getByText('Fixed')).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  await expect.element(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(box()).toHaveAttribute('aria-readonly', 'true');
  await expectNoViolations();
});

test('each block follows its first strong letter, unless a direction was chosen', async () => {
  const { last } = await edit();
  await type('مرحبا{Enter}Hello{Enter}- نعم');
  await expect.element(page.getByText('مرحبا')).toHaveAttribute('dir', 'rtl');
  await expect.element(page.getByText('Hello')).toHaveAttribute('dir', 'ltr');
  await expect.element(page.getByRole('list')).toHaveAttribute('dir', 'rtl');
  expect(JSON.stringify(last())).not.toContain('dir');
  await userEvent.click(page.getByText('Hello'));
  await userEvent.click(page.getByRole('button', { name: 'Paragraph direction: automatic' }));
  expect(last().content[1]).toMatchObject({ attrs: { dir: 'rtl' } });
});

test('variables are typed with a brace; one that is not offered is marked', async () => {
  const value = textOf({
    type: 'paragraph',
    content: [
      { type: 'variable', attrs: { name: 'old' } },
      { type: 'text', text: ' ' },
    ],
  });
  const { last } = await edit({ value, variables: [{ name: 'guestName', label: 'Name of the guest', sample: 'Layla' }] });
  await expect.element(page.getByText('This variable is not available here')).toBeInTheDocument();
  await type('{Control>}{End}{/Control}{{gue{Enter}');
  await expect.element(page.getByTitle('Layla')).toHaveTextContent('Name of the guest');
  expect(last().content[0]).toMatchObject({
    content: [{ attrs: { name: 'old' } }, { text: ' ' }, { type: 'variable', attrs: { name: 'guestName' } }],
  });
});
