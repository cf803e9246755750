import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { accountMails } from './outbox.mail.ts';
import { type MailToRender, renderMail } from './render.mail.ts';

const values = {
  hours: 24,
  count: 3,
  failures: 12,
  days: 7,
  minutes: 60,
  name: 'Ana',
  email: 'new@example.org',
  newEmail: 'new@example.org',
  organisation: 'Lindenschule',
  when: 'today',
  device: 'Firefox, Linux',
  address: '192.0.2.7',
};
const mail = (over: Partial<MailToRender> = {}): MailToRender => ({
  template: accountMails.verifyEmail,
  locale: 'en-US',
  to: 'ana@example.org',
  data: values,
  link: 'https://meet.example/x?token=1',
  site: 'meet.example',
  accent: '#3b5bfd',
  ...over,
});

test.each(Object.entries(accountMails))('the mail %s has all its words and its link', async (_name, template) => {
  const { subject, text, html } = await renderMail(mail({ template }));
  expect(subject).not.toMatch(/[{}]/);
  expect(text).not.toMatch(/[{}]/);
  const english: { mail: Record<string, { button?: string }> } = JSON.parse(
    readFileSync(new URL('../text/en-US.json', import.meta.url), 'utf8'),
  );
  const linked = english.mail[template.key]?.button !== undefined;
  expect([text.includes('https://meet.example/x?token=1'), html.includes('href="https://meet.example/x?token=1"')]).toEqual([
    linked,
    linked,
  ]);
});

test('a language that is not written yet is said in English, in its own direction', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-mails-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    path.join(folder, 'en-US.json'),
    JSON.stringify({ mail: { hello: { subject: 'Hello {name}', heading: 'Hello', text: 'Good day {name}', button: 'Go' } } }),
  );
  writeFileSync(path.join(folder, 'ur.json'), JSON.stringify({ mail: { hello: { subject: 'سلام {name}' } } }));
  const template = { name: 'test.hello', folder: pathToFileURL(`${folder}/`), key: 'hello' };
  const ur = await renderMail(mail({ template, locale: 'ur' }));
  expect([ur.subject, ur.text.includes('Good day')]).toEqual(['سلام \u2068Ana\u2069', true]);
  expect(ur.html).toContain('dir="rtl"');
  expect((await renderMail(mail({ template, locale: 'hi' }))).subject).toBe('Hello Ana');
});

test('a value that the words need and nobody gave is a mistake, not an empty place', async () => {
  await expect(renderMail(mail({ template: accountMails.passwordChanged, data: {} }))).rejects.toThrow();
});

test('abuse row 13: whatever a name holds, it stays text: no markup, no second header line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('<script>x</script>', '"><img src=x>', 'a\r\nBcc: b@c.de', '{name}'),
      async (noise, attack) => {
        const { subject, html } = await renderMail(
          mail({ template: accountMails.approvalPending, data: { ...values, name: noise + attack } }),
        );
        expect(subject).not.toMatch(/[\r\n]/);
        expect(html).not.toMatch(/<script|<img/);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(['ar', 'ur', 'en-US'])('in %s, too, a message chooses its words by a value', async (locale) => {
  const template = {
    name: 'vendors.standing',
    folder: new URL('../../../sales/vendors/text/', import.meta.url),
    key: 'standing',
  };
  const subjectOf = async (state: string) =>
    (
      await renderMail({
        template,
        locale,
        to: 'a@example.org',
        data: { state, name: 'Ann', reason: '', organisation: 'O' },
        link: null,
        site: 'x.test',
        accent: '#000000',
      })
    ).subject;
  const subjects = await Promise.all(['approved', 'restored', 'suspended'].map(subjectOf));
  expect(new Set(subjects).size).toBe(3);
});
