import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineOf, engineProcess } from '../engine-process.ts';
import { type Fleet, type Member, running, startFleet } from '../fleet.ts';
import { endForAll, hearsAndSees, knock, reads, speaks, tile, unmute, writeUntilSent } from '../meeting-page.ts';
import { newPerson, openBrowser, type Person } from '../people.ts';
import { signInContext } from '../sign-in.ts';
import { findRoom, open, signIn, startRoom } from '../steps.ts';
import { until } from '../until.ts';

/** Milliseconds. Only a bound: what is waited for comes in seconds, on a busy machine in a minute. */
const longest = 150_000;

/** The running process that has the engine of that number. */
async function holderOf(fleet: Fleet, number: number): Promise<Member> {
  const look = () => running(fleet.members).find(({ child }) => engineProcess(child.pid, number) !== null);
  return until({ what: `engine ${number}`, within: longest }, look);
}

async function end({ child }: Member, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return typeof code === 'number' ? code : null;
}

describe('two web, two worker and two engine processes on one database', () => {
  let fleet: Fleet;
  let browser: Browser;
  let host: Person;
  let guest: Person;
  let second: Page;
  let paths: { talk: string; slug: string; other: string };
  let comesBack: Promise<Member>;
  let failed = false;

  beforeAll(async () => {
    [fleet, browser] = await Promise.all([startFleet(), openBrowser('chromium')]);
  });
  afterAll(async () => {
    await browser?.close();
    await fleet?.stop();
  });
  beforeEach((context) => {
    if (failed) context.skip('because a step before it failed');
    context.onTestFailed(() => {
      failed = true;
      const troubles = fleet.said().split('\n');
      console.log(
        troubles
          .filter((line) => /"level":"(warn|error)"/.test(line))
          .slice(-15)
          .join('\n'),
      );
    });
  });

  /** Each hears and sees the other, and what one writes by its web process the other reads by its own. */
  async function talk(words: string): Promise<void> {
    await writeUntilSent(guest.page, words);
    await reads(host.page, words);
    await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(guest.page, 'the guest')]);
  }

  test(
    'a meeting that one web process placed is served by the other one; a second meeting goes to the other engine',
    async () => {
      [host, guest] = await Promise.all([newPerson(browser, fleet.url), newPerson(browser, fleet.url)]);
      for (const { context } of [host, guest]) context.setDefaultTimeout(longest);
      await guest.context.addCookies([{ name: 'via', value: 'second', url: fleet.url }]);
      await signIn(host.page, { email: 'miriam@example.org', password: fleet.password });
      const talkRoom = await findRoom(host.page, 'Staff room');
      paths = { talk: talkRoom.path, slug: talkRoom.slug, other: (await findRoom(host.page, 'Office hours')).path };
      await startRoom(host.page, paths.talk);
      second = await host.context.newPage();
      await startRoom(second, paths.other);
      expect([engineOf(host.page.url()), engineOf(second.url())].sort()).toEqual([1, 2]);
      await knock(guest.page, { slug: paths.slug, name: 'Gerd Gast', button: 'Join' });
      await tile(host.page, 'Gerd Gast').waitFor();
      await Promise.all([speaks(host.page), unmute(guest.page)]);
      await talk('Good morning');
    },
    longest,
  );

  test(
    'an upload whose connection is cut goes on at the other web process',
    async () => {
      const page = await host.context.newPage();
      await page.goto('/library');
      const pixels = { width: 1200, height: 900, channels: 3 as const };
      const noise = await sharp(randomBytes(1200 * 900 * 3), { raw: pixels })
        .png()
        .toBuffer();
      const file = { name: 'noise.png', mimeType: 'image/png', buffer: noise };
      const lost = fleet.line.loseUpload(1_000_000);
      const resumed = page.waitForRequest((request) => Number(request.headers()['upload-offset'] ?? 0) > 0);
      await page.locator('input[type=file]').first().setInputFiles(file);
      const uploads = page.getByRole('region', { name: 'Uploads' });
      await lost;
      // by itself, from what the first process had stored
      await resumed;
      await uploads.getByText('Uploaded').waitFor();
      await page.getByRole('row').filter({ hasText: 'noise.png' }).first().waitFor();
      fleet.line.mend();
      await page.close();
    },
    longest,
  );

  test(
    'one of each is killed: the meeting on the engine that lives goes on, the other one starts again there',
    async () => {
      const lost = await holderOf(fleet, engineOf(second.url()));
      const worker = running(fleet.members).find(({ kind }) => kind === 'worker');
      if (worker === undefined) throw new Error('no worker runs');
      const watch = await host.context.newPage();
      await watch.goto('/rooms/meetings?state=live');
      await watch.getByRole('link', { name: 'Office hours' }).first().click();
      await watch.getByRole('button', { name: 'End for all' }).waitFor();
      const engine = engineProcess(lost.child.pid, engineOf(second.url()));
      const killed = Promise.all([lost, worker, fleet.webs.first].map((one) => end(one, 'SIGKILL')));
      // with its parent: left alone, it would say goodbye
      if (engine !== null) process.kill(engine, 'SIGKILL');
      await killed;
      await talk('Still here');
      // the other worker takes over the poll, and hears nothing three times
      const lostServer = watch.getByText('Connection to server lost').waitFor();
      [fleet.webs.first] = await Promise.all([fleet.start('web', fleet.webs.first.port), lostServer]);
      await watch.close();
      await startRoom(second, paths.other);
      expect(engineOf(second.url())).toBe(engineOf(host.page.url()));
      comesBack = fleet.start('engine');
    },
    longest * 2,
  );

  test(
    'who writes by a process that is killed goes on by the other one: each message is there once, in one order',
    async () => {
      const jonas = await newPerson(browser, fleet.url);
      jonas.context.setDefaultTimeout(longest);
      await jonas.context.addCookies([{ name: 'via', value: 'second', url: fleet.url }]);
      await signInContext(jonas.context, { base: fleet.url, email: 'jonas@example.org', password: fleet.password });
      const miriams = await host.context.newPage();
      await open(miriams, '/chat');
      await miriams.getByRole('button', { name: 'New conversation' }).click();
      const dialog = miriams.getByRole('dialog');
      await dialog.getByText('Group', { exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Night watch');
      await dialog.getByRole('combobox').fill('jonas');
      await dialog.getByRole('option', { name: 'Jonas Weber' }).click();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await miriams.getByRole('heading', { name: 'Night watch' }).waitFor();
      await open(jonas.page, '/chat');
      await jonas.page.getByRole('link', { name: 'Night watch' }).click();
      const say = async (page: Page, text: string) => {
        await page.getByRole('textbox', { name: 'Write to' }).fill(text);
        await page.keyboard.press('Enter');
      };
      const pages = [miriams, jonas.page];
      await say(jonas.page, 'Line 1');
      for (const page of pages) await page.getByRole('log').getByText('Line 1').waitFor();
      const gone = end(fleet.webs.second, 'SIGKILL');
      for (const n of [2, 3, 4]) await say(pages[n % 2] ?? miriams, `Line ${n}`);
      await gone;
      await say(jonas.page, 'Line 5');
      const linesOn = async (page: Page) =>
        (await page.getByRole('log').getByRole('listitem').allInnerTexts()).flatMap((text) => /Line \d/.exec(text)?.[0] ?? []);
      for (const page of pages)
        await until({ what: 'all five lines', within: longest, every: 250 }, async () =>
          (await linesOn(page)).length >= 5 && (await page.getByText('Waiting to be sent').count()) === 0 ? true : undefined,
        );
      const [hers, his] = [await linesOn(miriams), await linesOn(jonas.page)];
      expect(his).toEqual(hers);
      expect(hers.toSorted()).toEqual(['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5']);
      fleet.webs.second = await fleet.start('web', fleet.webs.second.port);
      await jonas.context.close();
      await miriams.close();
    },
    longest,
  );

  test(
    'the web processes restart while people talk, one after the other',
    async () => {
      expect(await end(fleet.webs.second, 'SIGTERM')).toBe(0);
      await talk('By the other one');
      fleet.webs.second = await fleet.start('web', fleet.webs.second.port);
      expect(await end(fleet.webs.first, 'SIGTERM')).toBe(0);
      await talk('And back');
    },
    longest * 2,
  );

  test(
    'an engine that restarts keeps its identity; one that is stopping takes no new meetings and ends with its last one',
    async () => {
      const [stays, comes] = engineOf(host.page.url()) === 1 ? [1, 2] : [2, 1];
      await comesBack;
      await holderOf(fleet, comes);
      await endForAll(second);
      const leaving = await holderOf(fleet, stays);
      const ended = once(leaving.child, 'exit');
      leaving.child.kill('SIGTERM');
      await until({ what: 'a meeting on the other engine', within: longest, every: 500 }, async () => {
        await startRoom(second, paths.other);
        if (engineOf(second.url()) === comes) return true;
        await endForAll(second);
        return undefined;
      });
      await talk('Last words');
      expect(leaving.child.exitCode).toBeNull();
      await endForAll(host.page);
      expect((await ended)[0]).toBe(0);
    },
    longest * 2,
  );
});
