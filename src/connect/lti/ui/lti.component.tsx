import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import {
  type LtiAddressCheck,
  ltiCalls,
  type LtiCourse,
  type LtiLaunch,
  type LtiPlatform,
  type LtiPlatformDetail,
} from '../lti.contract.ts';
import { usualRoles } from '../lti.rules.ts';
import * as addScreen from './add-platform.screen.tsx';
import * as listScreen from './lti.screen.tsx';
import * as platformScreen from './platform.screen.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const user = { scope: ['lti.manage'] };
const school = 'https://moodle.nordlicht.example';
const moodle: LtiPlatform = {
  ...{ id: idOf(1), name: 'Moodle', program: 'moodle', issuer: school, state: 'connected', registered: 'itself' },
  ...{ courses: 34, lastLaunchAt: now - 60_000 },
};
const ilias: LtiPlatform = {
  ...{ id: idOf(2), name: 'ILIAS test', program: 'ilias', issuer: 'https://ilias.nordlicht.example', state: 'waiting' },
  ...{ registered: 'by_hand', courses: 0, lastLaunchAt: null },
};
const detail: LtiPlatformDetail = {
  ...moodle,
  ...{ clientId: 'aK9f2LmQx77Rz', deploymentIds: ['1', '2'], authUrl: `${school}/auth`, tokenUrl: `${school}/token` },
  ...{ keysUrl: `${school}/certs`, teachersMakeRooms: true, roomOffer: 'made_there', launchPlace: 'frame' },
  ...{ roles: usualRoles, version: 4 },
};
const launch: LtiLaunch = {
  ...{ id: idOf(11), at: now - 60_000, platformId: moodle.id, platform: 'Moodle', person: 'Emil Krüger', part: 'learner' },
  ...{
    course: 'Year 9 Mathematics',
    room: { id: idOf(21), name: 'Mathematics 9b' },
    result: 'opened',
    refusal: null,
    value: null,
  },
};
const refused: LtiLaunch = { ...launch, person: null, part: null, room: null, result: 'refused' };
const launches: LtiLaunch[] = [
  launch,
  { ...refused, id: idOf(12), refusal: 'state_mismatch' },
  { ...refused, id: idOf(13), platformId: ilias.id, platform: 'ILIAS test', refusal: 'deployment_unknown', value: '3' },
  { ...launch, id: idOf(14), person: 'Aylin Demir', part: 'teacher', room: null, result: 'chose' },
];
const addresses = {
  ...{ launch: 'https://meet.nordlicht.example/lti/launch', login: 'https://meet.nordlicht.example/lti/login' },
  ...{ keys: 'https://meet.nordlicht.example/lti/keys/nrd7', redirect: 'https://meet.nordlicht.example/lti/launch' },
  keyLaunch: 'https://meet.nordlicht.example/lti/nrd7/key-launch',
  icon: 'https://meet.nordlicht.example/icon.png',
};
const overview = (allowed: 'in the plan' | 'not in the plan') =>
  onCall(ltiCalls.overview, () => ({
    ...{
      addresses,
      allowed: allowed === 'in the plan',
      keyLaunches: true,
      platforms: { used: 2, max: 5 },
      today: { launches: 412, refused: 2 },
    },
  }));
const platforms = (items: LtiPlatform[]) => onCall(ltiCalls.platforms, () => ({ items, next: null }));
const log = (items: LtiLaunch[]) => onCall(ltiCalls.launches, () => ({ items, next: null }));
const list = { user, path: '/lti', calls: [overview('in the plan'), platforms([moodle, ilias]), log(launches)] };
const nothing = [platforms([]), log([])];
const asked = onCall(ltiCalls.platform, () => detail);

// lists and the bar of a form reach into the space that a page has around them
beforeEach(() => {
  document.body.style.padding = '16px clamp(16px, 2.5vw, 32px)';
  // menus open inside the landmark of the page
  document.body.id = 'main';
  onTestFinished(() => {
    document.body.removeAttribute('id');
    document.body.removeAttribute('style');
  });
});

test.each(looks)('platforms and launches: $locale $scheme $width', async (look) => {
  await mountScreen(listScreen, { ...list, look });
  await expect.element(page.getByText('Emil Krüger')).toBeVisible();
  await expect.element(page.getByText('state_mismatch')).toBeVisible();
  await expectNoViolations();
});

test('a refusal is mended from its row', async () => {
  const accept = vi.fn(() => detail);
  const change = vi.fn(() => detail);
  const calls = [...list.calls, asked, onCall(ltiCalls.acceptDeployment, accept), onCall(ltiCalls.changePlatform, change)];
  await mountScreen(listScreen, { ...list, calls });
  await expect.element(page.getByText('412 today, 2 refused')).toBeVisible();
  await page.getByRole('button', { name: 'Add 3' }).click();
  await vi.waitFor(() => expect(accept).toHaveBeenCalledWith({ params: { id: ilias.id }, body: { deploymentId: '3' } }));
  await page.getByRole('button', { name: 'Always open in a tab' }).click();
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith({ params: { id: moodle.id }, body: { launchPlace: 'tab', version: 4 } }),
  );
});

test('a platform is removed after a question, and a refusal of it is said', async () => {
  const remove = vi.fn(() => {
    throw new Failure('not_found');
  });
  await mountScreen(listScreen, { ...list, calls: [...list.calls, onCall(ltiCalls.removePlatform, remove)] });
  await page.getByRole('button', { name: 'More actions for Moodle' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.element(page.getByText('Remove Moodle?')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith({ params: { id: moodle.id } }));
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test.each(looks)('without a platform there are two ways: $locale $scheme $width', async (look) => {
  await mountScreen(listScreen, { user, look, path: '/lti', calls: [overview('in the plan'), ...nothing] });
  await vi.waitFor(() => expect(document.querySelector('a[href="/lti/platforms/add?way=by_hand"]')).not.toBeNull());
  await expectNoViolations();
});

test('a plan without it says so and leads to the plans', async () => {
  await mountScreen(listScreen, { user, path: '/lti', calls: [overview('not in the plan'), ...nothing] });
  await expect.element(page.getByText('Your plan does not include LTI.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/purchase-plan');
  await expect.element(page.getByRole('link', { name: 'Add a platform' })).not.toBeInTheDocument();
  await expectNoViolations();
});

test.each(looks)('a platform of LTI 1.1 is given its address, key and secret once: $locale $scheme $width', async (look) => {
  const add = vi.fn(() => ({ ...detail, registered: 'by_key' as const, state: 'waiting' as const, secret: 'sEcReT-0123456789' }));
  const calls = [overview('in the plan'), onCall(ltiCalls.addKeyPlatform, add), asked];
  await mountScreen(addScreen, { user, look, path: '/lti/platforms/add?way=by_key', calls });
  const fields = () => page.getByRole('textbox');
  await fields().first().fill('Old Moodle');
  const next = () => page.getByRole('button').last().click();
  await next();
  await fields().first().fill(school);
  await next();
  await expect.element(page.getByRole('combobox').first()).toBeVisible();
  await expectNoViolations();
  await next();
  await expect.element(page.getByText('sEcReT-0123456789')).toBeVisible();
  await expectNoViolations();
  expect(add).toHaveBeenCalledWith({
    body: {
      ...{ name: 'Old Moodle', issuer: school, program: 'moodle' },
      ...{ teachersMakeRooms: true, roomOffer: 'made_there', launchPlace: 'frame' },
    },
  });
});

test('values pasted by hand are checked, mended by a press, and connected', async () => {
  const add = vi.fn(() => detail);
  const missing: LtiAddressCheck = { field: 'keysUrl', state: 'not_found', status: 404, suggestion: `${school}/jwks.php` };
  const good: LtiAddressCheck = { field: 'keysUrl', state: 'good', status: 200, suggestion: null };
  const check = onCall(ltiCalls.checkAddresses, ({ body }) => {
    if (body?.keysUrl === undefined) return { checks: [] };
    return { checks: [body.keysUrl.endsWith('/certs') ? missing : good] };
  });
  const calls = [overview('in the plan'), platforms([]), check, onCall(ltiCalls.addPlatform, add), asked];
  await mountScreen(addScreen, { user, path: '/lti/platforms/add?way=by_hand', calls });
  const next = page.getByRole('button', { name: 'Next' });
  await expect.element(next).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('Moodle');
  await expectNoViolations();
  await next.click();
  await expect.element(page.getByRole('heading', { name: '1. Copy these into Moodle' })).toBeVisible();
  await page.getByLabelText('Platform ID (issuer)').fill(school);
  await page.getByLabelText('Client ID').fill('aK9f');
  await page.getByLabelText('Deployment IDs, one per line').fill('1\n2');
  await page.getByLabelText('Authentication request URL').fill(`${school}/auth`);
  await page.getByLabelText('Access token URL').fill(`${school}/token`);
  const keys = page.getByLabelText('Public keyset URL of the platform');
  await keys.fill(`${school}/certs`);
  await page.getByLabelText('Access token URL').click();
  await expect.element(page.getByText('Answers 404')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: /^Use .*jwks\.php/ }).click();
  await expect.element(keys).toHaveValue(`${school}/jwks.php`);
  await expect.element(page.getByText('Answers as expected')).toBeVisible();
  await next.click();
  await expect.element(page.getByRole('checkbox', { name: /^Teachers can create/ })).toBeChecked();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.element(page.getByText('First launch received. Moodle is connected.')).toBeVisible();
  const values = { name: 'Moodle', program: 'moodle', issuer: school, clientId: 'aK9f', deploymentIds: ['1', '2'] };
  const body = expect.objectContaining({ ...values, keysUrl: `${school}/jwks.php`, teachersMakeRooms: true });
  expect(add).toHaveBeenCalledWith({ body });
  await expectNoViolations();
});

test.each(looks)('values by hand: $locale $scheme $width', async (look) => {
  await mountScreen(addScreen, { user, look, path: '/lti/platforms/add?way=by_hand', calls: [overview('in the plan')] });
  await page.getByRole('textbox').first().fill('Moodle');
  await page.getByRole('button').last().click();
  await expect.element(page.getByText(addresses.keys)).toBeVisible();
  await expectNoViolations();
});

test('a platform registers itself at an address that is given once', async () => {
  const url = 'https://meet.nordlicht.example/lti/register/abc';
  const start = vi.fn(() => ({ id: idOf(30 + start.mock.calls.length), url, expiresAt: now + 3_600_000 }));
  const refusal: ResultIn<typeof ltiCalls.registration> = { state: 'failed', platformId: null, refusal: 'platform_refused' };
  const state = vi.fn(() => refusal);
  const calls = [overview('in the plan'), onCall(ltiCalls.startRegistration, start), onCall(ltiCalls.registration, state), asked];
  await mountScreen(addScreen, { user, path: '/lti/platforms/add', calls });
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Campus');
  await page.getByRole('combobox', { name: 'Program' }).selectOptions('Canvas');
  await next.click();
  await expect.element(page.getByText(url)).toBeVisible();
  expect(start).toHaveBeenCalledWith({ body: { name: 'Campus', program: 'canvas' } });
  await expect.element(page.getByRole('alert').getByText('The platform refused the request. Check its log.')).toBeVisible();
  await expect.element(next).toBeDisabled();
  await expectNoViolations();
  state.mockReturnValueOnce({ state: 'waiting', platformId: null, refusal: null });
  state.mockReturnValue({ state: 'done', platformId: moodle.id, refusal: null });
  await page.getByRole('button', { name: 'Back' }).click();
  await next.click();
  await expect.element(page.getByText(/^Canvas has registered/)).toBeVisible();
  await next.click();
  await expect.element(page.getByText('First launch received. Canvas is connected.')).toBeVisible();
  await expectNoViolations();
});

const course: LtiCourse = {
  ...{ id: idOf(41), title: 'Year 9 Mathematics', room: launch.room, people: 28, grade: 'attended', lastLaunchAt: now },
};
const courses = onCall(ltiCalls.courses, () => ({ items: [course], next: null }));
const one = { user, path: `/lti/platforms/${moodle.id}`, params: { id: moodle.id } };

test.each(looks)('one platform: $locale $scheme $width', async (look) => {
  await mountScreen(platformScreen, { ...one, look, calls: [overview('in the plan'), asked, courses] });
  await expect.element(page.getByText('Year 9 Mathematics')).toBeVisible();
  await expectNoViolations();
});

test('what somebody else changed meanwhile is not written over', async () => {
  const change = vi.fn(() => {
    throw new Failure('changed_meanwhile');
  });
  const calls = [overview('in the plan'), asked, courses, onCall(ltiCalls.changePlatform, change)];
  await mountScreen(platformScreen, { ...one, calls });
  await page.getByRole('combobox', { name: 'Mentor' }).selectOptions('Participant');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const body = expect.objectContaining({ version: 4, roles: { ...usualRoles, mentor: 'learner' } });
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ params: { id: moodle.id }, body }));
  await expect.element(page.getByText(/^Someone else changed this in the meantime/)).toBeVisible();
  await expectNoViolations();
});

test('LTI 1.1 is switched off on the list', async () => {
  const change = vi.fn(() => ({ allowed: false }));
  await mountScreen(listScreen, { ...list, calls: [...list.calls, onCall(ltiCalls.changeKeyLaunches, change)] });
  await page.getByRole('switch', { name: 'Allow LTI 1.1' }).click();
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ body: { allowed: false } }));
});

test('a new secret is shown on the page of its platform', async () => {
  const byKey = onCall(ltiCalls.platform, () => ({ ...detail, registered: 'by_key' as const, authUrl: '' }));
  const none = onCall(ltiCalls.courses, () => ({ items: [], next: null }));
  const renew = onCall(ltiCalls.renewSecret, () => ({ secret: 'nEw-sEcReT-0123456789' }));
  const calls = [byKey, none, overview('in the plan'), renew];
  await mountScreen(platformScreen, { user, path: `/lti/platforms/${moodle.id}`, params: { id: moodle.id }, calls });
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await expect.element(page.getByText('nEw-sEcReT-0123456789')).toBeVisible();
  await expectNoViolations();
});
