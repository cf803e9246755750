import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  findFirefox,
  type FirefoxPerson,
  joinMeeting,
  movesIn,
  newFirefoxPerson,
  openFirefox,
  pictureFirefox,
  xpaths,
  press,
  readsChat,
  sawGo,
  sees,
  signInFirefox,
  writeChat,
} from '../firefox.ts';
import { journey } from '../journey.ts';
import {
  control,
  endForAll,
  hearsAndSees,
  knock,
  moves,
  over,
  reads,
  room,
  screenArrives,
  seesScreen,
  tile,
  turnScreen,
  write,
} from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, register, startRoom } from '../steps.ts';

const ada = { email: 'ada@example.org', name: 'Ada Winter', organisation: 'Hill School', password: 'four grey herons wade' };
const program = findFirefox();

/** The main journey between two makes of browsers: Firefox as the guest of Chromium, then as its host. */
describe.skipIf(program === null)(
  `a meeting between Chromium and Firefox${program === null ? ' (none is installed)' : ''}`,
  () => {
    const { product, person, errors } = journey({ browser: 'chromium' });
    let firefox: Browser | null = null;
    let chromium: Person;
    let tom: FirefoxPerson;
    let roomPath: string;

    beforeAll(async () => {
      firefox = await openFirefox(program ?? '');
      tom = await newFirefoxPerson(firefox, product().url);
    });
    afterAll(() => firefox?.close());
    beforeEach((context) => context.onTestFailed(() => pictureFirefox(tom.page, context.task.name)));

    test('a guest with Firefox joins a host with Chromium', async () => {
      chromium = await person();
      await chromium.page.goto(product().firstRunLink ?? '');
      await register(chromium.page, ada);
      roomPath = await makeRoom(chromium.page, { name: 'Physics 8c', slug: 'physics-8c' });
      await startRoom(chromium.page, roomPath);
      await tom.goto('/m/physics-8c');
      await sees(tom.page, xpaths.heading('Physics 8c'));
      await joinMeeting(tom.page, 'Tom Reed');
      await Promise.all([tile(chromium.page, 'Tom Reed').waitFor(), sees(tom.page, xpaths.tile('Ada Winter'))]);
    });

    test('both hear and see each other', async () => {
      await Promise.all([hearsAndSees(chromium.page, 'Chromium'), hearsAndSees(tom.page, 'Firefox')]);
      await Promise.all([
        moves(tile(chromium.page, 'Tom Reed'), "Firefox's picture"),
        movesIn(tom.page, xpaths.tile('Ada Winter')),
      ]);
    });

    test('a screen that Chromium shares arrives in Firefox', async () => {
      await turnScreen(chromium.page);
      await sees(tom.page, xpaths.sharedScreen);
      await screenArrives(tom.page, 'Firefox');
      await movesIn(tom.page, xpaths.sharedScreen);
      await turnScreen(chromium.page);
      await sawGo(tom.page, xpaths.sharedScreen);
    });

    test('a screen that Firefox shares arrives in Chromium', async () => {
      await seesScreen(chromium.page, 'Chromium', () => tom.page.locator('[data-control=screen]').click());
    });

    test('chat arrives on both sides', async () => {
      await write(chromium.page, 'Good morning, Tom');
      await readsChat(tom.page, 'Good morning, Tom');
      await writeChat(tom.page, 'Morning! 👋');
      await reads(chromium.page, 'Morning! 👋');
    });

    test('mute is seen by the other, in both directions', async () => {
      await tom.page.locator('[data-control=mic]').click();
      await tile(chromium.page, 'Tom Reed').getByText('muted').waitFor();
      await tom.page.locator('[data-control=mic]').click();
      await tile(chromium.page, 'Tom Reed').getByText('muted').waitFor({ state: 'detached' });
      await control(chromium.page, 'mic').click();
      await sees(tom.page, xpaths.muted('Ada Winter'));
      await control(chromium.page, 'mic').click();
      await sawGo(tom.page, xpaths.muted('Ada Winter'));
    });

    test('the host with Chromium ends for all, and Firefox is told', async () => {
      await endForAll(chromium.page);
      await Promise.all([over(chromium.page).waitFor(), sees(tom.page, xpaths.heading('The host ended the meeting'))]);
    });

    test('a host with Firefox signs in and starts the room, a guest with Chromium joins', async () => {
      await signInFirefox(tom, ada);
      await tom.goto(roomPath);
      await press(tom.page, xpaths.button('Start'));
      await joinMeeting(tom.page, null);
      const guest = await person();
      await knock(guest.page, { slug: 'physics-8c', name: 'Rosa Klein', button: 'Join' });
      await room(guest.page).waitFor();
      chromium = guest;
      await Promise.all([tile(guest.page, 'Ada Winter').waitFor(), sees(tom.page, xpaths.tile('Rosa Klein'))]);
    });

    test('both hear and see each other again', async () => {
      await Promise.all([hearsAndSees(chromium.page, 'Chromium'), hearsAndSees(tom.page, 'Firefox')]);
      await Promise.all([
        moves(tile(chromium.page, 'Ada Winter'), "Firefox's picture"),
        movesIn(tom.page, xpaths.tile('Rosa Klein')),
      ]);
    });

    test('the host with Firefox ends for all, and Chromium is told', async () => {
      await press(tom.page, xpaths.button('Leave'));
      await press(tom.page, xpaths.button('End for all'));
      await Promise.all([sees(tom.page, xpaths.over), over(chromium.page).waitFor()]);
      expect(await over(chromium.page).getByRole('heading').textContent()).toBe('The host ended the meeting');
    });

    test('no page had an error in its console', () => {
      expect([...errors(), ...tom.errors]).toEqual([]);
    });
  },
);
