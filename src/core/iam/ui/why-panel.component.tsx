import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mount, type MountOptions, onCall } from '#app/proof/testing-components.tsx';
import { sampleOf } from '#kit/sample.factory.ts';
import { memberDetail } from '../iam-views.contract.ts';
import { iamCalls } from '../iam.contract.ts';
import { namesFor } from '../iam.rules.ts';
import { setsCalls } from '../sets.contract.ts';
import { Why } from './why-panel.part.tsx';

const permissions = namesFor('operator').map((name) => ({ name, mine: true, things: /^(rooms|recordings)\./.test(name) }));
const calls = [
  onCall(setsCalls.catalogue, () => ({ permissions, presets: [] })),
  onCall(iamCalls.explain, () => ({ allowed: false, reason: { by: 'nothing' as const, source: null, statementId: null } })),
];
const mountWhy = (mounting: MountOptions = {}) =>
  mount(<Why member={sampleOf(memberDetail, { id: '0190b6a0-0000-7000-8000-000000000001' })} />, {
    calls,
    user: { scope: ['iam.manage'] },
    ...mounting,
  });
const action = page.getByRole('combobox').first();

test.each(looks)('may this person do that: $locale $scheme $width', async (look) => {
  await mountWhy({ look });
  await expect.poll(() => action.element().querySelectorAll('optgroup').length).toBeGreaterThan(10);
  await expectNoViolations();
});

test('permissions stand in words below their area, without a key among them', async () => {
  await mountWhy();
  await expect.poll(() => action.element().querySelectorAll('option').length).toBe(permissions.length);
  const labels = [...action.element().querySelectorAll('option')].map((one) => one.textContent);
  expect(labels.filter((label) => !/^[A-Z][\w -]*: [A-Z]/.test(label ?? ''))).toEqual([]);
  expect(labels).toContain('Chat: Use');
  const areas = [...action.element().querySelectorAll('optgroup')].map((one) => one.label);
  expect(new Set(areas).size).toBe(areas.length);
});

test('an answer goes with its question', async () => {
  await mountWhy();
  await expect.element(page.getByRole('checkbox', { name: 'The room belongs to them' })).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.element(page.getByText('Nothing allows it.')).toBeVisible();
  await userEvent.selectOptions(action, 'chat.use');
  await expect.poll(() => page.getByText('Nothing allows it.').elements()).toEqual([]);
  expect(page.getByRole('checkbox', { name: 'The room belongs to them' }).elements()).toEqual([]);
});
