import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, type ComponentLook, looks, mount } from '#app/proof/testing-components.tsx';
import { emptyMessage, type MessageDraft, type MessageFieldProps } from '#kit/ui/message-field/message-draft.ts';
import { MessageField } from '#kit/ui/message-field/message-field.tsx';

const ann = { userId: '01890000-0000-7000-8000-000000000001', name: 'Ann Lee' };
type FieldOptions = Partial<Pick<MessageFieldProps, 'value' | 'sendKey' | 'maxLength' | 'format'>>;
/** Mounts a field; `sent` are the drafts that were sent. */
async function mountField({ value = emptyMessage, ...options }: FieldOptions = {}, look?: ComponentLook) {
  const sent: MessageDraft[] = [];
  function Host() {
    const [draft, setDraft] = useState(value);
    const send = () => {
      sent.push(draft);
      setDraft(emptyMessage);
    };
    return (
      <MessageField
        label="Message"
        value={draft}
        maxLength={4_000}
        sendKey="Enter"
        people={[ann]}
        onChange={setDraft}
        onSend={send}
        {...options}
      />
    );
  }
  await mount(<Host />, look === undefined ? {} : { look });
  return sent;
}
const field = page.getByRole('textbox', { name: 'Message' });
const tool = (name: string) => page.getByRole('button', { name, exact: true });
/** Focuses the field and waits for its editor. */
async function openEditor() {
  await field.click();
  await expect.element(page.getByRole('toolbar')).toBeVisible();
}
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const docOf = (...content: object[]) => ({ version: 1, content });

test.each(looks)('before and while one writes: $locale $scheme $width', async (look) => {
  await mountField({}, look);
  await expectNoViolations();
  await openEditor();
  await userEvent.keyboard('**bold** @');
  await expect.element(page.getByRole('option', { name: 'Ann Lee' })).toBeVisible();
  await expectNoViolations();
});

test('what is typed before the editor is there stays, and plain text is sent as plain text', async () => {
  const sent = await mountField();
  await field.fill('First https://x.example/a');
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(' line{Shift>}{Enter}{/Shift}second{Enter}');
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'First https://x.example/a line\nsecond', doc: null }]));
  await expect.element(field).toHaveTextContent('');
});

test('marks, lists and code by what is typed', async () => {
  const sent = await mountField();
  await openEditor();
  await userEvent.keyboard('**now** `x`{Shift>}{Enter}{/Shift}- one{Shift>}{Enter}{/Shift}two{Enter}');
  const item = (text: string) => ({ type: 'listItem', content: [paragraph({ type: 'text', text })] });
  const line = paragraph(
    { type: 'text', text: 'now', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'x', marks: [{ type: 'code' }] },
  );
  const doc = docOf(line, { type: 'bulletList', content: [item('one'), item('two')] });
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'now x\n- one\n- two', doc }]));
});

test('a name that is begun before the editor is there is offered', async () => {
  await mountField();
  await field.fill('Hi @le');
  await expect.element(page.getByRole('option', { name: 'Ann Lee' })).toBeVisible();
});

test('people and emoji are chosen by keys', async () => {
  const sent = await mountField();
  await openEditor();
  await userEvent.keyboard('Hi @le');
  await expect.element(page.getByRole('option', { name: 'Ann Lee' })).toBeVisible();
  await userEvent.keyboard('{Tab}:rocket');
  await expect.element(page.getByRole('option', { name: '🚀 rocket' })).toBeVisible();
  await userEvent.keyboard('{Enter}{Enter}');
  const mention = { type: 'mention', attrs: { id: ann.userId, label: 'Ann Lee' } };
  const doc = docOf(paragraph({ type: 'text', text: 'Hi ' }, mention, { type: 'text', text: ' 🚀 ' }));
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'Hi @Ann Lee 🚀 ', doc }]));
});

test('Enter ends the composing of a character and sends nothing', async () => {
  const sent = await mountField();
  await openEditor();
  await userEvent.keyboard('あ');
  const enter = () => new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true });
  field.element().dispatchEvent(enter());
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'あ', doc: null }]));
});

test('while a character is composed the editor waits', async () => {
  await mountField();
  const area = field.element();
  area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  await field.click();
  await vi.waitFor(() => import('#kit/ui/message-field/message-editor.tsx'));
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
  expect(field.element()).toBe(area);
  area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  await expect.element(page.getByRole('toolbar')).toBeVisible();
});

test('what is pasted from Word keeps what a message may have', async () => {
  const sent = await mountField();
  await openEditor();
  const html = `<h1 style="color:red">Plan</h1><p class=MsoNormal><b>Bring</b> <a href="javascript:x()">this</a><script>x()</script></p>`;
  const data = new DataTransfer();
  data.setData('text/html', html);
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await userEvent.keyboard('{Enter}');
  const second = paragraph({ type: 'text', text: 'Bring', marks: [{ type: 'bold' }] }, { type: 'text', text: ' this' });
  const doc = docOf(paragraph({ type: 'text', text: 'Plan' }), second);
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'Plan\nBring this', doc }]));
});

test('a formatted draft comes back, with Ctrl Enter to send and more than fits refused', async () => {
  const doc = docOf(paragraph({ type: 'text', text: 'Kept', marks: [{ type: 'italic' }] }));
  const sent = await mountField({ value: { text: 'Kept', doc }, sendKey: 'Control+Enter', maxLength: 12 });
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}more than twelve');
  await expect.element(page.getByText('too much for one text')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(sent[0]?.text).toBe('Kept\nmore th'));
});

test('a plain field stays a plain text', async () => {
  const sent = await mountField({ format: 'plain' });
  await field.click();
  await userEvent.keyboard('**as it is**{Enter}');
  expect(sent).toEqual([{ text: '**as it is**', doc: null }]);
  await expect.element(tool('Bold')).not.toBeInTheDocument();
});
