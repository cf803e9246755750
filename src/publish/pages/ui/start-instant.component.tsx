import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { identityCalls } from '#core/identity/identity.contract.ts';
import { Failure } from '#kit/errors.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { expectNoViolations, looks, mountScreen, onCall } from '#app/proof/testing-components.tsx';
import { StartInstant } from './start-instant.part.tsx';

const challenge = onCall(identityCalls.challenge, () => ({ kind: 'off' as const }));

test.each(looks)('a visitor is asked for a name and told the limits: $locale $scheme $width', async (look) => {
  await mountScreen({ Screen: StartInstant }, { look, path: '/', calls: [] });
  await expect.element(page.getByRole('textbox')).toBeVisible();
  await expectNoViolations();
});

test('a short name is refused at once, and a meeting that cannot start is said', async () => {
  const start = vi.fn(() => {
    throw new Failure('instant_unavailable');
  });
  await mountScreen({ Screen: StartInstant }, { path: '/', calls: [challenge, onCall(meetingsCalls.startInstant, start)] });
  await expect.element(page.getByText('up to 40 minutes and 10 people')).toBeVisible();
  await page.getByRole('button', { name: 'Start a meeting now' }).click();
  await expect.element(page.getByText('Enter at least 2 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Gül');
  await page.getByRole('button', { name: 'Start a meeting now' }).click();
  await expect.element(page.getByText('No meeting can be started right now.')).toBeVisible();
  expect(start).toHaveBeenCalledTimes(1);
  await expectNoViolations();
});
