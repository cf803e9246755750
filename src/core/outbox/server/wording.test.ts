/** Words that somebody wrote in place of a mail's own. */
import { expect, test } from 'vitest';
import type { MailWording } from '#kit/mail-wording.ts';
import type { RichTextInline } from '#kit/rich-text.ts';
import { accountMails } from './outbox.mail.ts';
import { type MailToRender, renderMail } from './render.mail.ts';
import { sayMessage } from './words.service.ts';

const variable = (name: string): RichTextInline => ({ type: 'variable', attrs: { name } });
const text = (words: string): RichTextInline => ({ type: 'text', text: words });
const wording = (subject: string, ...content: RichTextInline[]): MailWording => ({
  subject,
  body: { version: 1, content: [{ type: 'paragraph', content }] },
});
const render = (own: MailWording | null, over: Partial<MailToRender> = {}) =>
  renderMail({
    template: accountMails.manyFailures,
    locale: 'en-US',
    to: 'ana@example.org',
    data: { name: 'Ana', when: 'today', failures: 3, device: 'Firefox', address: '192.0.2.7' },
    wording: own,
    link: 'https://meet.example/settings',
    also: 'https://meet.example/not-me',
    site: 'meet.example',
    accent: '#3b5bfd',
    footer: 'Lakeside School',
    ...over,
  });

test('subject, heading, text and note are replaced; button, second link and frame stay', async () => {
  const { subject, html, text: plain, missing } = await render(wording('{name}: {failures}', text('Dear '), variable('name')));
  expect([subject, missing]).toEqual(['Ana: 3 failed attempts', []]);
  expect(html).toContain('Dear <bdi>Ana</bdi></p>');
  expect(plain.startsWith('Dear Ana\n\nReview devices:\nhttps://meet.example/settings\n')).toBe(true);
  for (const body of [html, plain]) {
    expect(body).not.toContain('Sign-in after several');
    expect(body).not.toContain('no action is needed');
    for (const kept of ['https://meet.example/not-me', 'Lakeside School', 'because ana@example.org was entered'])
      expect(body).toContain(kept);
  }
});

test('a value says what the built-in text says for it, in the language of the reader', async () => {
  const german = await render(wording('{failures}', variable('failures')), { locale: 'de' });
  expect(german.subject).toMatch(/^3 .*(Versuch|versuch)/);
  const arabic = await render(wording('{name}', variable('name'), text(' '), variable('address')), { locale: 'ar' });
  expect(arabic.subject).toBe('\u2068Ana\u2069');
  expect(arabic.html).toContain('<p dir="rtl"');
  expect(arabic.html).toContain('<bdi>\u2068192.0.2.7\u2069</bdi>');
});

test('whatever a value holds, it stays text: no markup, no second line of the subject, no further variable', async () => {
  const hostile = '</bdi></p><a href="https://evil.example">x</a>\r\nBcc: all@example.org {device} {{when}} $& ';
  const made = await render(wording('To {name}', variable('name')), {
    data: { name: hostile, when: 'today', failures: 3, device: 'Firefox', address: '192.0.2.7' },
  });
  expect(made.subject).toBe(`To ${hostile.replace('\r\n', ' ').trim()}`);
  expect(made.html).not.toContain('<a href="https://evil.example">');
  expect(made.html).toContain('{device} {{when}} $&amp;');
});

test('a variable that the mail has no value for brings the built-in words back', async () => {
  for (const own of [
    wording('Hello', variable('organisation')),
    wording('{organisation}', text('Hello')),
    wording('Hello', variable('newEmail')),
  ]) {
    const made = await render(own);
    expect(made.subject).toBe('Sign-in after several failed attempts');
    expect(made.text).toContain('Hello Ana, on today');
    expect(made.html).not.toMatch(/<bdi><\/bdi>|\{/);
    expect(made.missing).toHaveLength(1);
  }
});

test('links lead to where they say, in plain text too, and none runs code', async () => {
  const link = (href: string): RichTextInline => ({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] });
  const made = await render(wording('Hello', link('/rooms'), text(' '), link('https://school.example/a')), {
    base: 'http://localhost:3000/',
  });
  expect(made.text).toContain('here (http://localhost:3000/rooms) here (https://school.example/a)');
  expect(made.html).toContain('<a href="http://localhost:3000/rooms"');
  const stored = await render(wording('Hello', link('javascript:alert(1)')));
  expect(stored.html).not.toContain('javascript:');
});

test('mails to strangers show names cut and without links in changed words, too', async () => {
  const template = { ...accountMails.passwordChanged, readers: 'strangers' } as const;
  const made = await render(wording('Hello', variable('name')), {
    template,
    data: { name: 'Win at https://evil.example now', when: 'today' },
  });
  expect(made.html).toContain('<bdi>Win at https evil. example now</bdi>');
});

test('a message chooses by the bare value, and says it isolated from the direction around it', () => {
  const message = { message: '{phone, select, none {} other {Phone: {phone}}}', locale: 'ar' };
  const said = (phone: string) => sayMessage(message, { data: { phone: `\u2068${phone}\u2069` }, plain: { phone } });
  expect([said('none'), said('+49 30')]).toEqual(['', 'Phone: \u2068+49 30\u2069']);
});
