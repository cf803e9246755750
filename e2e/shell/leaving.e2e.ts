/** The end of things: an account's data taken along, the account handed over, closed, and opened again. */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { zipEntries } from '../../src/operate/ownership/server/zip.factory.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, open } from '../steps.ts';
import { until } from '../until.ts';

const school = 'Nordlicht School';
const tab = (page: Page) => open(page, '/settings?tab=data');
const region = (page: Page, name: string) => page.getByRole('region', { name });

/** A file in each recording that is listed as a file and then is a pipe: a reader waits until somebody writes. */
function pipesIn(store: string) {
  const folder = join(store, 'recordings');
  const paths = readdirSync(folder).map((id) => join(folder, id, 'zz-slow.bin'));
  for (const path of paths) writeFileSync(path, 'x');
  return {
    /** As soon as an export has listed the files and begins to write. */
    close: async () => {
      const exports = join(store, 'exports');
      const begun = () =>
        existsSync(exports) && readdirSync(exports, { recursive: true }).some((name) => String(name).includes('.making'));
      await until({ what: 'an export that is being written', every: 5 }, () => (begun() ? 'begun' : undefined));
      for (const path of paths) {
        rmSync(path);
        spawnSync('mkfifo', [path]);
      }
    },
    /** Gives a byte to each waiting reader. */
    feed: () => {
      for (const path of paths) {
        try {
          const pipe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
          writeSync(pipe, 'x');
          closeSync(pipe);
        } catch (error) {
          // ENXIO: nobody reads it
          if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error;
        }
      }
    },
    remove: () => paths.forEach((path) => rmSync(path, { force: true })),
  };
}

describe('leaving', () => {
  const { product, person, errors, signedIn } = journey({ args: ['--demo'] });
  let miriam: Person;
  let jonas: Person;
  let aisha: Person;
  const enter = async (email: string): Promise<Person> => {
    return signedIn(email);
  };
  const prove = async (page: Page, what: string) => {
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByText(what).waitFor();
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    [miriam, jonas, aisha] = [
      await enter('miriam@example.org'),
      await enter('jonas@example.org'),
      await enter('aisha@example.org'),
    ];
  });

  test('an export is asked for with a proof, and its bar moves', async () => {
    const { page } = miriam;
    const pipes = pipesIn(join(product().dataDir, 'files'));
    await tab(page);
    await page.getByLabel('Include the files of recordings and the library').check();
    await page.getByRole('button', { name: 'Start export' }).click();
    const closed = pipes.close();
    await prove(page, 'To export everything in this account.');
    await closed;
    const bar = page.locator('[data-export=running]').getByRole('meter', { name: 'Export progress' });
    await bar.waitFor();
    const at = async () => Number(await bar.getAttribute('aria-valuenow'));
    expect(await until({ what: 'a bar that moves' }, async () => ((await at()) > 0 ? at() : undefined))).toBeLessThan(100);
    expect(await page.getByRole('button', { name: 'Start export' }).isDisabled()).toBe(true);
    await until({ what: 'the end of the export' }, async () => {
      pipes.feed();
      return (await page.locator('[data-export=ready]').isVisible()) ? 'ready' : undefined;
    });
    pipes.remove();
  });

  test('it is a zip that reads, of lists and files without a secret, for whoever asked for it', async () => {
    const { page } = miriam;
    const mail = await product().mail('miriam@example.org', ({ subject }) => subject.includes('export'));
    expect(mail.links.some((link) => link.endsWith('/settings?tab=data'))).toBe(true);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).first().click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^atrium-export-\w+\.zip$/);
    const entries = zipEntries(readFileSync(await file.path()));
    const json = (name: string): unknown => JSON.parse(entries.get(name)?.toString('utf8') ?? 'null');
    expect(json('manifest.json')).toMatchObject({ product: 'atrium', format: 1 });
    expect(json('data/account.json')).toMatchObject([{ name: school }]);
    expect(JSON.stringify(json('data/people.json'))).toContain('jonas@example.org');
    expect([...entries.keys()].some((name) => /^recordings\/[0-9a-f-]{36}\/host-mic\.webm$/.test(name))).toBe(true);
    const lists = [...entries].filter(([name]) => name.endsWith('.json')).map(([, bytes]) => bytes.toString('utf8'));
    expect(lists.join('')).not.toMatch(/password_hash|\$argon2|sealed/);
    // the address alone opens it, for five minutes, and no changed one does
    const link = file.url();
    const links = [link, link.replace(/.$/, (last) => (last === '0' ? '1' : '0')), link.replace(/token=\d/, 'token=0')];
    const told = await Promise.all(links.map(async (one) => (await fetch(one)).status));
    expect(told).toEqual([200, 404, 404]);
    // an administrator sees that there is one, and cannot load it
    await tab(aisha.page);
    await aisha.page.locator('[data-export=ready]').waitFor();
    expect(await aisha.page.getByRole('button', { name: 'Download' }).count()).toBe(0);
  });

  test('ownership is offered, declined, offered, taken back', async () => {
    const again = await enter('miriam@example.org');
    const { page } = again;
    await tab(page);
    const owner = region(page, 'Ownership');
    const offer = async () => {
      await owner.getByRole('combobox', { name: 'New owner' }).fill('jonas');
      await page.getByRole('option', { name: /^Jonas Weber/ }).click();
      await owner.getByRole('button', { name: 'Offer ownership' }).click();
    };
    // who has no address of their own cannot own an account
    await owner.getByRole('combobox', { name: 'New owner' }).fill('tom');
    await page.getByText('Nobody found').waitFor();
    expect(await page.getByRole('option', { name: /Tom/ }).count()).toBe(0);
    await offer();
    await prove(page, 'To transfer the account to Jonas Weber.');
    await owner.getByText(/^Offered to Jonas Weber until/).waitFor();
    const mail = await product().mail('jonas@example.org', ({ subject }) => subject.includes('ownership'));
    expect(mail.subject).toBe(`Miriam Sander offers you ownership of ${school}`);
    await tab(jonas.page);
    await region(jonas.page, 'Ownership').getByRole('button', { name: 'Decline' }).click();
    await region(jonas.page, 'Ownership').getByText('Miriam Sander wants to transfer').waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Offer ownership' }).waitFor();
    await offer();
    await region(jonas.page, 'Ownership').getByText('Miriam Sander wants to transfer').waitFor();
    await owner.getByRole('button', { name: 'Withdraw offer' }).click();
    await region(jonas.page, 'Ownership').getByText('Miriam Sander wants to transfer').waitFor({ state: 'detached' });
    await offer();
    await owner.getByText(/^Offered to Jonas Weber until/).waitFor();
    miriam = again;
  });

  test('whoever accepts owns it from then on, on both screens', async () => {
    const mail = await product().mail('jonas@example.org', ({ subject }) => subject.includes('ownership'));
    const link = new URL(mail.links.find((one) => one.includes('/settings')) ?? product().url);
    // the mail is read on another device, where nobody is signed in yet
    jonas = await person();
    const { page } = jonas;
    await page.goto(link.pathname + link.search);
    await fillSignIn(page, { email: 'jonas@example.org', password: product().demoPassword });
    await page.waitForURL(/\/settings\?tab=data/);
    const mine = region(page, 'Ownership');
    await mine.getByRole('button', { name: 'Accept' }).click();
    await prove(page, 'To become the owner of this account.');
    await mine.getByText('Jonas Weber owns this account.').waitFor();
    await region(page, 'Close account').getByRole('button', { name: 'Close account…' }).waitFor();
    const theirs = miriam.page;
    await region(theirs, 'Ownership').getByText('Jonas Weber owns this account.').waitFor();
    await region(theirs, 'Leave this account').waitFor();
    expect(await region(theirs, 'Close account').count()).toBe(0);
    for (const to of ['miriam@example.org', 'jonas@example.org'])
      expect((await product().mail(to, ({ subject }) => subject.includes('new owner'))).text).toContain('Jonas Weber');
  });

  test('closing tells what goes, wants the name and a proof, and says until when it can be undone', async () => {
    jonas = await enter('jonas@example.org');
    const { page } = jonas;
    await tab(page);
    await page.getByRole('button', { name: 'Close account…' }).click();
    const dialog = page.getByRole('dialog', { name: `Close ${school}?` });
    await dialog.getByText('Erased after 30 days').waitFor();
    await dialog.getByText(/^Rooms: [1-9]\d*, meetings: [1-9]/).waitFor();
    await dialog.getByText(/^Recordings: [1-9]/).waitFor();
    await dialog.getByText('Backups, until they expire after 30 days').waitFor();
    await dialog.getByLabel(`Type ${school} to confirm`).fill('Nordlicht');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await prove(page, `To close ${school}.`);
    await dialog.getByText('This is not the name of the account.').waitFor();
    await dialog.getByLabel(`Type ${school} to confirm`).fill(school);
    await dialog.getByRole('button', { name: 'Close account' }).click();
    const done = page.getByRole('dialog', { name: 'Account closed' });
    await done
      .getByText(new RegExp(`^${school} is closed\\. On \\d+ \\w+ \\d{4}|^${school} is closed\\. On \\w+ \\d+, \\d{4}`))
      .waitFor();
    const mail = await product().mail('jonas@example.org', ({ subject }) => subject === `${school} was closed`);
    expect(mail.text).toContain('Until then its owner can sign in and reopen it.');
    await done.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login$/);
  });

  test('everybody of the account meets that page alone, and only the owner opens it again', async () => {
    const { page } = aisha;
    await page.goto('/rooms');
    await page.waitForURL(/\/login/);
    await fillSignIn(page, { email: 'aisha@example.org', password: product().demoPassword });
    await page.waitForURL(/\/account-closed$/);
    await page.getByText('Its owner can still reopen it.').waitFor();
    expect(await page.getByRole('button', { name: 'Reopen account' }).count()).toBe(0);
    for (const path of ['/rooms', '/settings', '/dashboard']) {
      await page.goto(path);
      await page.waitForURL(/\/account-closed$/);
    }
    const owner = await enter('jonas@example.org');
    await owner.page.goto('/dashboard');
    await owner.page.waitForURL(/\/account-closed$/);
    await owner.page.getByRole('button', { name: 'Reopen account' }).click();
    await owner.page.waitForURL(/\/dashboard$/);
    await owner.page.goto('/rooms');
    await owner.page
      .locator('main')
      .getByRole('link', { name: /Mathematics 9b/ })
      .first()
      .waitFor();
    // the person who waited there gets in without doing anything
    await page.waitForURL(/\/dashboard$/);
    await page.goto('/account-closed');
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(/\/dashboard$/);
    // a page whose session ended with the account may be refused once more before it leads to sign in
    expect(errors().filter((text) => !/40[0134]|not_signed_in/.test(text))).toEqual([]);
  });
});
