/** A program of a customer's hears of events: a webhook from its secret to its end, with a receiver that checks every signature itself. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { makeRoom, open, reload } from '../steps.ts';
import { until } from '../until.ts';

type News = { event: string; id: string; body: unknown; genuine: boolean };

/** As somebody would write it who has read the reference and nothing else. */
function isGenuine(secret: string, header: string, body: string): boolean {
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '0';
  const wanted = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return (
    fresh &&
    parts.some(([name, value = '']) => {
      const given = Buffer.from(value, 'hex');
      return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
    })
  );
}

type Receiver = {
  url: string;
  news: News[];
  /** What it checks signatures with, and what it answers; the test sets both. */
  secret: string;
  status: number;
  of(event: string): News[];
  close(): void;
};

async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const header = (name: string) => String(request.headers[name] ?? '');
      receiver.news.push({
        event: header('atrium-event'),
        id: header('atrium-event-id'),
        body: JSON.parse(body),
        genuine: isGenuine(receiver.secret, header('atrium-signature'), body),
      });
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'thanks' : 'out of order');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/news`,
    news: [],
    secret: '',
    status: 200,
    of: (event) => receiver.news.filter((one) => one.event === event),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

describe('webhooks', () => {
  const { errors, signedIn } = journey({ args: ['--demo'] });
  let receiver: Receiver;
  let miriam: Person;
  const tab = (page: Page) => open(page, '/settings?tab=webhooks');
  const hook = (page: Page): Locator => page.locator('[data-webhook]');
  const line = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words }).first();
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions for Timetable' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  beforeAll(async () => {
    receiver = await openReceiver();
    miriam = await signedIn('miriam@example.org');
    await miriam.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => receiver.close());

  test('an owner adds one, and copies its secret this once', async () => {
    const { page } = miriam;
    await tab(page);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add webhook' });
    await form.getByLabel('Name').fill('Timetable');
    await form.getByLabel('URL').fill('ftp://example.org');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText('Enter a URL that begins with https:').waitFor();
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByRole('button', { name: 'Add' }).click();
    const kept = page.getByRole('dialog', { name: 'Secret of Timetable' });
    await kept.getByRole('button', { name: 'Copy' }).click();
    await kept.getByRole('button', { name: 'Copied' }).waitFor();
    receiver.secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(receiver.secret).toMatch(/^whsec_/);
    await kept.getByRole('button', { name: 'I have saved it' }).click();
    await hook(page).getByText('Nothing sent yet').waitFor();
    await reload(page);
    expect(await page.content()).not.toContain(receiver.secret);
  });

  test('a test arrives, signed, and the screen tells what was answered', async () => {
    const { page } = miriam;
    await hook(page).getByRole('button', { name: 'Send test' }).click();
    const sent = page.getByRole('dialog', { name: 'Test' });
    await sent.getByText('200', { exact: true }).waitFor();
    await sent.getByText('thanks').waitFor();
    expect(receiver.of('ping')).toMatchObject([{ genuine: true, body: { type: 'ping', data: { webhook: 'Timetable' } } }]);
    await sent.getByRole('button', { name: 'Close' }).last().click();
    await hook(page).getByText('Last delivered').waitFor();
  });

  test('what is not accepted waits for its next try, says when, and arrives as soon as it is accepted', async () => {
    const { page } = miriam;
    receiver.status = 500;
    await makeRoom(page, { name: 'Chess club', slug: 'chess-club' });
    await until({ what: 'the first try' }, () => receiver.of('room.created')[0]);
    await tab(page);
    await line(page, 'Room created')
      .getByText(/^Next attempt \d\d:\d\d/)
      .waitFor();
    await line(page, 'Room created').getByText('500', { exact: true }).waitFor();
    await hook(page).getByText('Failing since').waitFor();
    receiver.status = 200;
    // without a reload: the screen looks again when the next try is due
    await line(page, 'Room created').getByText('Sent').waitFor();
    const [first, ...more] = receiver.of('room.created');
    expect(more.length).toBeGreaterThan(0);
    expect(more.every(({ id, genuine }) => genuine && id === first?.id)).toBe(true);
    await hook(page).getByText('Last delivered').waitFor();
  });

  test('a delivery is sent again from the log', async () => {
    const { page } = miriam;
    const before = receiver.of('room.created').length;
    await line(page, 'Room created')
      .getByRole('button', { name: /^Details/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Room created' });
    await dialog.getByText('Chess club').waitFor();
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await until({ what: 'the delivery once more' }, () => (receiver.of('room.created').length > before ? 'there' : undefined));
    await dialog.getByText('Sent', { exact: true }).waitFor();
    expect(new Set(receiver.of('room.created').map(({ id }) => id)).size).toBe(1);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  test('with a new secret the old one signs as well for a day', async () => {
    const { page } = miriam;
    await menu(page, 'Rotate secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const kept = page.getByRole('dialog', { name: 'Secret of Timetable' });
    const secret = await kept
      .locator('[data-secret]')
      .getByText(/^whsec_/)
      .innerText();
    await kept.getByRole('button', { name: 'I have saved it' }).click();
    expect(secret).not.toBe(receiver.secret);
    await hook(page).getByText('Old secret valid until').waitFor();
    for (const now of [receiver.secret, secret]) {
      receiver.secret = now;
      await hook(page).getByRole('button', { name: 'Send test' }).click();
      const sent = page.getByRole('dialog', { name: 'Test' });
      await sent.getByText('thanks').waitFor();
      expect(receiver.of('ping').at(-1)?.genuine).toBe(true);
      await sent.getByRole('button', { name: 'Close' }).last().click();
      await sent.waitFor({ state: 'detached' });
    }
  });

  test('turned off it hears nothing, and removed it is gone with its log', async () => {
    const { page } = miriam;
    await menu(page, 'Turn off');
    await page.locator('[data-webhook=off]').waitFor();
    const before = receiver.news.length;
    await makeRoom(page, { name: 'Choir', slug: 'choir' });
    await tab(page);
    await menu(page, 'Turn on');
    await page.locator('[data-webhook=on]').waitFor();
    await makeRoom(page, { name: 'Drama', slug: 'drama' });
    const heard = await until({ what: 'news of the second room' }, () => receiver.news.slice(before)[0]);
    expect(heard).toMatchObject({ event: 'room.created', genuine: true, body: { data: { name: 'Drama' } } });
    await tab(page);
    await menu(page, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Notify your programs when').waitFor();
    await page.getByText('No deliveries yet.').waitFor();
    expect(errors().filter((text) => !text.includes('400'))).toEqual([]);
  });
});
