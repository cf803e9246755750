/** Two readers subscribe with a phone, get what the operator writes, and go: one by a click of the mail program, one because the mail came back. */
import { createTransport } from 'nodemailer';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { CaughtMail } from '../mailbox.ts';
import type { Person } from '../people.ts';
import { freePort } from '../proxies.ts';
import { open } from '../steps.ts';
import { until } from '../until.ts';

const inboundPort = await freePort();
const [amal, ben] = ['amal@readers.example', 'ben@readers.example'];
const subject = 'Live captions and a calmer lobby';
/** As a mail server writes it (RFC 3464). */
const failureReport = `From: MAILER-DAEMON@mx.readers.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-Id: <7C1D2400F5@mx.readers.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain

I could not deliver your message.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.readers.example

Final-Recipient: rfc822; ben@readers.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--part--
`;

describe('the newsletter', () => {
  const { product, person, signedIn, errors } = journey({
    args: ['--demo'],
    env: { INBOUND_ADDRESS: 'mail@replies.atrium.test', INBOUND_SMTP_PORT: String(inboundPort) },
  });
  let editor: Person;
  let reader: Person;
  let toBen: CaughtMail;

  async function subscribe(page: Page, email: string): Promise<void> {
    await open(page, '/newsletter');
    await page.getByRole('checkbox', { name: /^Product news/ }).check();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    const mail = await product().mail(email);
    const link = mail.links.find((one) => one.includes('confirm=')) ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
  }
  /** Of a subscriber, as the desk shows it. */
  const rowOf = async (email: string) => {
    await open(editor.page, `/newsletter?tab=subscribers&q=${encodeURIComponent(email)}`);
    return editor.page.getByRole('row').filter({ hasText: email }).first().innerText();
  };

  beforeAll(async () => {
    editor = await signedIn('operator@example.org');
    reader = await person({ phone: 'phone' });
  });

  test('readers choose a list, and nothing but a press of the button in the mail subscribes them', async () => {
    await subscribe(reader.page, amal);
    await subscribe(reader.page, ben);
  });

  test('the campaign is sent to everybody who confirmed', async () => {
    const { page } = editor;
    await open(page, '/newsletter');
    await page.getByRole('link', { name: 'November: what is new' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    expect((await product().mail('operator@example.org', (mail) => mail.subject === subject)).html).toContain('Captions');
    await page.getByRole('button', { name: /^Send \d+ emails$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
    const ours = (mail: CaughtMail) => mail.subject === subject;
    const toAmal = await product().mail(amal, ours);
    toBen = await product().mail(ben, ours);
    expect(toBen.returnPath).toMatch(/^mail\+[a-z2-7]{44}@replies\.atrium\.test$/);
    // a mail scanner that follows the link changes nothing
    await (await fetch(toAmal.oneClick)).text();
    expect(await rowOf(amal)).toContain('Confirmed');
    const left = await fetch(toAmal.oneClick, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(left.status).toBe(200);
    expect(await rowOf(amal)).toContain('Unsubscribed');
  });

  test('a report of a failed delivery suppresses the reader, and the outbox says why', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: inboundPort, secure: false, ignoreTLS: true });
    const send = (to: string) => transport.sendMail({ envelope: { from: '', to }, raw: failureReport });
    const forged = toBen.returnPath.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'));
    await expect(send(forged)).rejects.toThrow('550');
    await send(toBen.returnPath);
    await until({ what: 'the bounce' }, async () => ((await rowOf(ben)).includes('Bounced') ? true : undefined));
    const { page } = editor;
    await open(page, `/outbox?q=${encodeURIComponent(ben)}`);
    await page.getByRole('row').filter({ hasText: subject }).getByText('Failed').waitFor();
    await open(page, '/settings?tab=mail');
    await page.getByText('Bounces: 1').waitFor();
    expect(errors()).toEqual([]);
  });
});
