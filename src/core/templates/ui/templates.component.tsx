import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import type { RichText, RichTextInline } from '#kit/rich-text.ts';
import { outboxCalls } from '#core/outbox/outbox.contract.ts';
import { type TemplateItem, type TemplatePreview, templatesCalls, type TemplateText } from '../templates.contract.ts';
import * as screen from './templates.screen.tsx';

const body = (...content: RichTextInline[]): RichText => ({ version: 1, content: [{ type: 'paragraph', content }] });
const item = (change: Partial<TemplateItem> = {}): TemplateItem => ({
  name: 'meeting.invitation',
  title: 'Meeting invitation',
  group: 'meetings',
  kind: 'mail',
  languages: [],
  ...change,
});
const original = {
  subject: '{host} invites you',
  body: body({ type: 'text', text: 'Hello ' }, { type: 'variable', attrs: { name: 'guest' } }),
};
const text = (change: Partial<TemplateText> = {}): TemplateText => ({
  ...item(),
  locale: 'en-US',
  text: original,
  published: null,
  state: 'original',
  edited: false,
  original: { ...original, level: 'built-in' },
  variables: [
    { name: 'host', label: 'Host name', sample: 'Jonas Weber' },
    { name: 'guest', label: 'Guest name', sample: 'Amira Haddad' },
  ],
  revision: 0,
  editedAt: null,
  editedBy: null,
  ...change,
});
const changed = text({
  state: 'changed',
  text: { ...original, subject: 'Come to {host}' },
  published: { ...original, subject: 'Come to {host}' },
  revision: 3,
  editedAt: now - 60_000,
  editedBy: 'Lucía Ortega',
});
const items = [
  item({ languages: [{ locale: 'en-US', state: 'changed' }] }),
  item({ name: 'room.welcome', title: 'Room welcome', kind: 'block', languages: [{ locale: 'tr', state: 'outdated' }] }),
  item({ name: 'account.resetPassword', title: 'Set a new password', group: 'account' }),
];
const paper = `<!doctype html><html lang="en"><head><title>m</title></head><body><main><h1>Hello</h1></main></body></html>`;
const preview = ({ body: asked }: { body: { locale: TemplatePreview['locale'] } }): TemplatePreview => ({
  locale: asked.locale,
  subject: 'Jonas Weber invites you',
  html: paper,
  level: asked.locale === 'en-US' ? 'account' : 'built-in',
});

const open = (shown: TemplateText, { look, path = '/quill?template=meeting.invitation', calls = [] }: Opening = {}) =>
  mountScreen(screen, {
    path,
    ...(look && { look }),
    calls: [
      ...calls,
      onCall(templatesCalls.list, () => ({ items })),
      onCall(templatesCalls.get, () => shown),
      onCall(templatesCalls.preview, preview),
    ],
  });
type Opening = { look?: (typeof looks)[number]; path?: string; calls?: ReturnType<typeof onCall>[] };

test.each(looks)('list, text and preview: $locale $scheme $width', async (look) => {
  await open(changed, { look });
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  await expect.element(page.getByRole('status').first()).toBeInTheDocument();
  await expectNoViolations();
});

test.each(looks)('without a template in the address a phone shows the list: $locale $scheme $width', async (look) => {
  await open(text(), { look, path: '/quill' });
  await expect.element(page.getByRole('link', { name: 'Set a new password' })).toBeVisible();
  await expectNoViolations();
});

test('what is typed is saved by itself, and published by a press', async () => {
  const save = vi.fn(({ body: sent }: { body: { subject: string; revision: number } }) =>
    text({ state: 'draft', text: { ...original, subject: sent.subject }, revision: 1, editedAt: now }),
  );
  const publish = vi.fn(() => changed);
  await open(text(), { calls: [onCall(templatesCalls.save, save), onCall(templatesCalls.publish, publish)] });
  const button = page.getByRole('button', { name: 'Publish' });
  await expect.element(button).toBeDisabled();
  await userEvent.fill(page.getByRole('textbox', { name: 'Subject' }), 'Welcome');
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), { timeout: 3000 });
  expect(save.mock.calls[0]?.[0].body).toMatchObject({ revision: 0, subject: 'Welcome' });
  await userEvent.click(button);
  await expect.element(page.getByText('Published in English')).toBeVisible();
  expect(publish).toHaveBeenCalledWith({ params: { name: 'meeting.invitation', locale: 'en-US' }, body: { revision: 1 } });
});

test('a variable that the template does not know stops publishing', async () => {
  await open(text({ ...changed, state: 'draft', text: { ...original, subject: 'Dear {iban}' } }));
  await expect.element(page.getByText('Remove these unknown variables before publishing:')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
});

test.each(['Keep mine', 'Use theirs'])(
  'what another person has saved meanwhile: %s, also after the page was left',
  async (choice) => {
    const theirs = { ...changed, revision: 4, text: { ...original, subject: 'Theirs' } };
    let shown = changed;
    const save = vi.fn(({ body: sent }: { body: { subject: string; revision: number } }) => {
      shown = theirs;
      if (sent.revision < 4) throw new Failure('changed_meanwhile');
      return { ...theirs, revision: 5, text: { ...original, subject: sent.subject } };
    });
    const calls = [onCall(templatesCalls.save, save), onCall(templatesCalls.get, () => shown)];
    await open(changed, { calls });
    await userEvent.fill(page.getByRole('textbox', { name: 'Subject' }), 'Mine');
    await expect.element(page.getByText('Someone else saved this text.', { exact: false })).toBeVisible();
    await cleanup();
    await open(changed, { calls });
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Mine');
    await page.getByRole('button', { name: choice }).click();
    const subject = choice === 'Keep mine' ? 'Mine' : 'Theirs';
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
    await expect.element(page.getByRole('button', { name: choice })).not.toBeInTheDocument();
    expect(save.mock.calls.some(([{ body: sent }]) => sent.revision === 4 && sent.subject === 'Mine')).toBe(
      choice === 'Keep mine',
    );
  },
);

test('a reset can be undone', async () => {
  const save = vi.fn(() => text({ state: 'draft', revision: 1 }));
  const publish = vi.fn(() => changed);
  await open(changed, {
    calls: [
      onCall(templatesCalls.reset, () => text()),
      onCall(templatesCalls.save, save),
      onCall(templatesCalls.publish, publish),
    ],
  });
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('{host} invites you');
  await page.getByText('Undo', { exact: false }).last().click();
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Come to {host}');
  expect([save, publish].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

test('a test mail goes out in both languages, and a missing one says whose words readers get', async () => {
  const send = vi.fn(() => ({ to: 'miriam@example.org' }));
  const delivery = onCall(outboxCalls.delivery, () => ({ mailServer: 'set' as const }));
  await open(changed, { calls: [onCall(templatesCalls.test, send), delivery] });
  await expect.element(page.getByText('Built-in text')).toBeInTheDocument();
  const tab = page.getByRole('radio', { name: 'Preview' });
  if (tab.elements().length > 0) await tab.click({ force: true });
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect.element(page.getByText('miriam@example.org')).toBeVisible();
  expect(send).toHaveBeenCalledWith({
    params: { name: 'meeting.invitation' },
    body: { locales: ['en-US', 'ar'], sample: 'usual' },
  });
});
