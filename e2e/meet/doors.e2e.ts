/** Ways into a meeting without an account here, and the way out of a room for good. */
import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, room, throughGreenRoom } from '../meeting-page.ts';
import { findRoom, open } from '../steps.ts';
import { until } from '../until.ts';

type LaunchKey = { url: string; consumerKey: string; secret: string };
/** The form of a teacher's launch as LTI 1.1 wants it signed (RFC 5849). */
function signedLaunch({ url, consumerKey, secret }: LaunchKey): Record<string, string> {
  const fields: Record<string, string> = {
    ...{ lti_message_type: 'basic-lti-launch-request', lti_version: 'LTI-1p0', resource_link_id: 'link-1' },
    ...{ context_id: 'c1', context_title: 'Biology', user_id: 'u1', lis_person_name_full: 'Tara Teacher', roles: 'Instructor' },
    ...{ oauth_consumer_key: consumerKey, oauth_signature_method: 'HMAC-SHA1', oauth_version: '1.0', oauth_nonce: randomUUID() },
    oauth_timestamp: String(Math.floor(Date.now() / 1_000)),
  };
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const base = ['POST', url, pairs.sort().join('&')].map(encodeURIComponent).join('&');
  return { ...fields, oauth_signature: createHmac('sha1', `${secret}&`).update(base).digest('base64') };
}

describe('doors of the product', () => {
  const { person, signedIn, errors } = journey({ args: ['--demo'], browser: 'chromium', steps: 'independent' });

  test('a course of an old platform opens a meeting by key and secret, and a wrong secret does not', async () => {
    const { page } = await signedIn('miriam@example.org');
    await open(page, '/lti');
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/api/'));
    await page.getByRole('switch', { name: 'Allow LTI 1.1' }).click();
    await kept;
    await open(page, '/lti/platforms/add?way=by_key');
    await page.getByRole('textbox', { name: 'Name' }).fill('Old Moodle');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Address of the platform').fill('https://moodle.example');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('#main').getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Copy the secret now.').waitFor();
    const [url = '', consumerKey = '', secret = ''] = await page
      .locator('#main bdi')
      .filter({ hasText: /^\S{16,}$/ })
      .allInnerTexts();
    const launch = async (key: string) => {
      const { page: course } = await person();
      const fields = signedLaunch({ url, consumerKey, secret: key });
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
      );
      await course.setContent(`<form method="post" action="${url}">${inputs.join('')}<button>Go</button></form>`);
      await course.getByRole('button', { name: 'Go' }).click();
      return course;
    };
    const course = await launch(secret);
    await course.getByRole('button', { name: 'New room' }).click();
    await course.getByRole('textbox', { name: 'Name of the new room' }).fill('Weekly meeting');
    await course.getByRole('button', { name: 'Create room' }).click();
    await course.getByRole('radio', { name: 'Weekly meeting' }).check();
    await course.getByRole('button', { name: 'Use this room' }).click();
    const tab = course.context().waitForEvent('page');
    await course.getByRole('button', { name: /^(Start|Start meeting)$/ }).click();
    await throughGreenRoom(await tab);
    await endForAll(await tab);
    const refused = await launch(`${secret}x`);
    await refused.getByText('signature_invalid').waitFor();
    await page.getByText('First launch received').waitFor();
  });

  test('a visitor starts a short meeting once the operator has named an account, and without one signs up', async () => {
    const [visitor, { page }] = await Promise.all([person({ phone: 'phone' }), signedIn('operator@example.org')]);
    await open(visitor.page, '/');
    expect(await visitor.page.getByRole('button', { name: 'Start a meeting now' }).count()).toBe(0);
    await open(page, '/settings?tab=access');
    await page.locator('#field-account').fill('Nordlicht');
    await page.getByRole('button', { name: /Nordlicht/ }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved').waitFor();
    const name = visitor.page.getByRole('textbox', { name: 'Your name' });
    // guests read a page that may be a second old
    await until({ what: 'the start page with a name to enter', every: 1_000 }, async () => {
      await open(visitor.page, '/');
      return (await name.count()) > 0 ? true : undefined;
    });
    await name.fill('Gül');
    await visitor.page.getByRole('button', { name: 'Start a meeting now' }).click();
    // the start page has a button of that name, too
    await visitor.page.waitForURL(/sessionToken=/);
    await throughGreenRoom(visitor.page);
    await room(visitor.page).waitFor();
    await endForAll(visitor.page);
  });

  test('a room is deleted for good with its recordings, which nobody opens afterwards', async () => {
    const { page } = await signedIn('miriam@example.org');
    await open(page, '/recordings/allRecordings');
    const recording = page.getByRole('link', { name: 'Slope and intercept' }).first();
    const address = (await recording.getAttribute('href')) ?? '';
    const { path } = await findRoom(page, 'Mathematics 9b');
    await page.goto(path);
    await page.getByRole('button', { name: 'More actions for Mathematics 9b' }).click();
    await page.getByRole('menuitem', { name: /bin/i }).click();
    await page.getByText('Mathematics 9b is in the bin').waitFor();
    await open(page, '/rooms/recycle-bin');
    await page.getByRole('row').filter({ hasText: 'Mathematics 9b' }).getByRole('button', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('checkbox', { name: /Also delete/ }).isChecked()).toBe(true);
    await dialog.getByRole('textbox').fill('Mathematics 9b');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(page, '/recordings/allRecordings');
    await page.getByRole('link', { name: 'Staff call' }).first().waitFor();
    await recording.waitFor({ state: 'detached' });
    expect((await page.goto(address))?.status()).toBe(404);
  });

  test('nothing is drawn twice in a different way', () => {
    expect(errors().filter((said) => /hydrat/i.test(said))).toEqual([]);
  });
});
