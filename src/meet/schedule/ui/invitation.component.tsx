import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { type MeetingInvitation, scheduleCalls } from '../schedule.contract.ts';
import { LinkDates } from './blocks/link-dates.part.tsx';
import * as invitationScreen from './invitation.screen.tsx';

const token = 't'.repeat(60);
const invitation: MeetingInvitation = {
  ...{ title: 'Functions, part 2', host: 'Miriam Albrecht', description: 'Bring your books.', zone: 'Europe/Berlin' },
  ...{ startsAt: now + 3_600_000, endsAt: now + 7_200_000, answer: 'none', email: 'ana@example.org', path: '/m/math-9b' },
  repeat: { every: 2, unit: 'week', days: ['TU'], monthly: 'day', until: '2026-06-30', count: null },
};
const read = onCall(scheduleCalls.invitation, () => invitation);

test.each(looks)('an invitation with its answers: $locale $scheme $width', async (look) => {
  await mountScreen(invitationScreen, { look, path: `/calendar/invitation?token=${token}`, calls: [read] });
  await expect.element(page.getByRole('heading', { name: 'Functions, part 2' })).toBeVisible();
  await expectNoViolations();
});

test('the button of the mail answers nothing, that of the page does', async () => {
  const setAnswer = vi.fn(() => ({ ...invitation, answer: 'declined' as const }));
  await mountScreen(invitationScreen, {
    path: `/calendar/invitation?token=${token}&answer=declined`,
    calls: [read, onCall(scheduleCalls.setAnswer, setAnswer)],
  });
  await expect.element(page.getByText('You have not answered yet.')).toBeVisible();
  expect(setAnswer).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByRole('status').first()).toHaveTextContent('You declined.');
  expect(setAnswer).toHaveBeenCalledWith({ body: { token, answer: 'declined' } });
});

test('a link that opens nothing says why', async () => {
  const gone = onCall(scheduleCalls.invitation, () => {
    throw new Failure('not_found');
  });
  await mountScreen(invitationScreen, { path: `/calendar/invitation?token=${token}`, calls: [gone] });
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectNoViolations();
});

test('the public link says when the next meeting is, and from when one may wait', async () => {
  const next = { title: null, startsAt: now + 3_600_000, endsAt: now + 7_200_000, lobbyAt: now + 3_000_000 };
  await mount(<LinkDates dates={[next, { ...next, startsAt: now + 90_000_000 }]} />);
  await expect.element(page.getByText('Lobby opens at 09:50')).toBeVisible();
  await expect.element(page.getByText(/^Also /)).toBeVisible();
  await expectNoViolations();
});
