/** A course of another site: its platform registers itself, a teacher adds a room to it, both meet from there, and who came gets a grade. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Activity, coursePages, newActivity } from '../fake-lms/course-pages.ts';
import { type FakeLms, roles, startFakeLms } from '../fake-lms/fake-lms.ts';
import { journey } from '../journey.ts';
import { endForAll, hearsAndSees, speaks, throughGreenRoom, unmute } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';
import { until } from '../until.ts';

const people = {
  tara: { name: 'Tara Teacher', roles: roles.teacher },
  lea: { name: 'Lea Learner', roles: roles.learner },
};

describe('a course', () => {
  // as browsers that keep no cookies of other sites
  const { product, person, signedIn, errors } = journey({
    args: ['--demo'],
    browser: 'chromium',
    browserArguments: ['--test-third-party-cookie-phaseout'],
  });
  const activities: Activity[] = [];
  let lms: FakeLms;
  let miriam: Person;
  let tara: Person;
  let lea: Person;
  let keysUrl = '';

  beforeAll(async () => {
    const keysOfTool = async () => (await fetch(keysUrl)).json();
    lms = await startFakeLms({ keysOfTool, pages: coursePages({ people, activities }) });
    lms.state.members = [
      { user_id: 'tara', roles: ['Instructor'], name: 'Tara Teacher' },
      { user_id: 'lea', roles: ['Learner'], name: 'Lea Learner' },
    ];
    [miriam, tara, lea] = await Promise.all([signedIn('miriam@example.org'), person(), person({ phone: 'phone' })]);
  });
  afterAll(() => lms.close());

  const openActivity = async ({ page }: Person, as: keyof typeof people, activity: string) => {
    await page.goto(`${lms.base}/course?as=${as}&activity=${activity}`);
    return page.frameLocator('iframe');
  };
  /** Presses the button in the course; the meeting opens in a tab. */
  const meet = async (who: Person, as: keyof typeof people, button: string) => {
    const frame = await openActivity(who, as, activities[0]?.id ?? '');
    const tab = who.context.waitForEvent('page');
    await frame.getByRole('button', { name: button, exact: true }).click();
    const page = await tab;
    await throughGreenRoom(page);
    return page;
  };

  test('the platform registers itself with an address that is pasted there', async () => {
    const { page } = miriam;
    await open(page, '/lti/platforms/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('School Moodle');
    await page.getByRole('button', { name: 'Next' }).click();
    const address = await page.getByText(/\/lti\/[a-z0-9]+\/register\//).innerText();
    keysUrl = address.replace(/register\/.*/, 'keys');
    const admin = await person();
    await admin.page.goto(`${address}?openid_configuration=${encodeURIComponent(`${lms.base}/openid`)}&registration_token=once`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Waiting for the first launch').waitFor();
    expect(lms.state.registered).toHaveLength(1);
  });

  test('a teacher adds a room to the course without leaving it, and the platform gets an activity with a grade', async () => {
    const frame = await openActivity(tara, 'tara', newActivity);
    await frame.getByRole('button', { name: 'New room' }).click();
    await frame.getByRole('textbox', { name: 'Name of the new room' }).fill('Frogs live');
    await frame.getByRole('button', { name: 'Create room' }).click();
    await frame.getByRole('radio', { name: 'Frogs live' }).check();
    await frame.getByRole('checkbox', { name: 'Use attendance as grade' }).check();
    await frame.getByRole('button', { name: 'Add to course' }).click();
    await frame.getByText('Added: Frogs live').waitFor();
    expect(activities.map(({ title }) => title)).toEqual(['Frogs live']);
    await miriam.page.getByText('First launch received').waitFor();
  });

  test('teacher and learner meet from the course, and who was there gets the grade', async () => {
    const teaching = await meet(tara, 'tara', 'Start');
    const learning = await meet(lea, 'lea', 'Join');
    await Promise.all([speaks(teaching), unmute(learning)]);
    await Promise.all([hearsAndSees(teaching, 'Tara'), hearsAndSees(learning, 'Lea')]);
    await endForAll(teaching);
    // how much of so short a meeting Lea saw is chance
    const isGraded = () => lms.state.scores.some(({ userId }) => userId === 'lea');
    const what = () => `a grade for Lea, ${JSON.stringify([lms.state.scores, lms.state.asked])}`;
    await until({ what, within: 90_000 }, () => (isGraded() ? true : undefined));
    const frame = await openActivity(tara, 'tara', activities[0]?.id ?? '');
    await frame.getByRole('row', { name: /Lea Learner/ }).waitFor();
    expect(product().said()).not.toContain('"level":"error"');
    expect(errors().filter((text) => !/favicon|404/.test(text))).toEqual([]);
  });
});
