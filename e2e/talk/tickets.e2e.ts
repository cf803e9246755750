/** A customer asks on the site, staff takes, notes and answers, the customer answers by mail, and it is solved. */
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { CaughtMail } from '../mailbox.ts';
import type { Person } from '../people.ts';
import { freePort } from '../proxies.ts';
import { open } from '../steps.ts';
import { until } from '../until.ts';

const inboundPort = await freePort();
const [customerEmail, domain] = ['miriam@example.org', 'replies.atrium.test'];
const subject = 'Nobody hears the interpreter';
const note = 'Their plan ends on Friday, be generous';
const answer = 'Please choose the second audio channel; does that help?';

describe('tickets', () => {
  const { product, signedIn, errors } = journey({
    args: ['--demo'],
    env: { INBOUND_ADDRESS: `mail@${domain}`, INBOUND_SMTP_PORT: String(inboundPort) },
  });
  let customer: Person;
  let staff: Person;
  let ticket: string;
  let answered: CaughtMail;

  const send = (mail: { to: string; from: string; subject: string; text: string }) =>
    createTransport({ host: '127.0.0.1', port: inboundPort, secure: false, ignoreTLS: true }).sendMail(mail);

  beforeAll(async () => {
    [customer, staff] = await Promise.all([signedIn(customerEmail), signedIn('operator@example.org')]);
  });

  test('the customer sees the diagnostic details before they are sent', async () => {
    const { page } = customer;
    await open(page, '/rooms');
    const room = await page.locator('main a[href^="/rooms/"]').filter({ hasText: 'Office hours' }).first().getAttribute('href');
    await open(page, `/issues/user/add-ticket?kind=room&id=${room?.split('/').at(-1) ?? ''}`);
    await page.getByRole('region', { name: 'Diagnostic details' }).getByText('Office hours').first().waitFor();
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('What happened, and what did you expect?').fill('<b>Silence</b> since this morning, in every room.');
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await page.getByRole('heading', { name: subject }).waitFor();
    await page.getByText('<b>Silence</b> since this morning').waitFor();
    ticket = new URL(page.url()).pathname;
  });

  test('staff takes it, writes a note for itself and an answer for the customer', async () => {
    const { page } = staff;
    await open(page, '/issues/list?queue=unassigned');
    await page.getByRole('link', { name: subject }).click();
    await page.getByRole('button', { name: 'Take', exact: true }).click();
    await page.getByText('Internal note', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Note for staff' }).fill(note);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText(note).waitFor();
    await page.getByText('Answer', { exact: true }).click();
    await page.getByRole('textbox', { name: /^Answer / }).fill(answer);
    await page.getByRole('button', { name: 'Send and wait' }).click();
    answered = await product().mail(customerEmail, (mail) => mail.text.includes(answer));
    expect(answered.text).not.toContain(note);
    expect(answered.replyTo).toMatch(/^mail\+[a-z2-7]{44}@replies\.atrium\.test$/);
  });

  test('the customer reads it without the note, and answers by mail; a stranger with the same address is not heard', async () => {
    const { page } = customer;
    await open(page, ticket);
    await page.getByText(answer).waitFor();
    await page.getByText('Your turn').first().waitFor();
    expect(await page.content()).not.toContain(note);
    const reply = { to: answered.replyTo, subject: `Re: ${answered.subject}` };
    await send({ ...reply, from: 'stranger@elsewhere.example', text: 'Let me in' });
    await send({ ...reply, from: customerEmail, text: `Yes, thank you.\n\nOn Friday, support wrote:\n> ${answer}` });
    await page.getByText('Yes, thank you.').waitFor();
    expect(await page.content()).not.toContain('Let me in');
  });

  test('a mail to the open address becomes a ticket; the first one is marked as solved', async () => {
    await send({ to: `support@${domain}`, from: customerEmail, subject: 'An invoice in Arabic', text: 'Can we have one?' });
    const { page } = customer;
    await until({ what: 'the ticket by mail', every: 500 }, async () => {
      await open(page, '/issues/user/list');
      return (await page.getByRole('link', { name: 'An invoice in Arabic' }).count()) > 0 ? true : undefined;
    });
    await open(page, ticket);
    await page.getByRole('button', { name: 'Mark as solved' }).click();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await staff.page.getByText('Solved').first().waitFor();
    expect(errors()).toEqual([]);
  });
});
