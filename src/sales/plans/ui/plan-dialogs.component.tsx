import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { type PlanView, plansCalls } from '../plans.contract.ts';
import { PlanFormSlotsContext } from './blocks/plan-slots.hook.ts';
import { CopyDialog } from './plan-copy.part.tsx';
import { PlanVersions } from './plan-versions.part.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const sample = sampleOf(plansCalls.get.result, { id, name: 'School 150', code: 'school-150' });
const monthly = { currency: 'EUR', period: 'month' as const, setupFee: 0, seatAmount: null, inclusive: false };
const terms = {
  entitlements: { peopleAtOnce: 150 },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  dunning: null,
};
const versions: PlanView['versions'] = [
  { ...terms, version: 2, createdAt: now, prices: [{ ...monthly, amount: 35_900 }] },
  { ...terms, version: 1, createdAt: now - 86_400_000, prices: [{ ...monthly, amount: 34_900 }] },
];
const plan: PlanView = { ...sample, version: 2, versions };
const held = [{ version: 1, count: 3, move: null }];
const dialog = () => page.getByRole('dialog');

test.each(looks)('a copy of a plan: $locale $scheme $width', async (look) => {
  await mount(<CopyDialog plan={plan} onClose={() => {}} />, { look });
  await expect.element(dialog().getByRole('textbox').first()).toHaveValue('School 150');
  await expectNoViolations();
});

test('a copy is refused without a short name, and made with one', async () => {
  const copy = vi.fn(() => sample);
  const onClose = vi.fn();
  await mount(<CopyDialog plan={plan} onClose={onClose} />, { calls: [onCall(plansCalls.copy, copy)] });
  const code = dialog().getByLabelText('Short name for links');
  await expect.element(code).toHaveValue('school-150-2');
  await code.fill('');
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  expect(copy).not.toHaveBeenCalled();
  await code.fill('school-nord');
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(copy).toHaveBeenCalledWith({ params: { id }, body: { name: 'School 150', code: 'school-nord' } });
});

test.each(looks)('two versions beside each other: $locale $scheme $width', async (look) => {
  await mount(<PlanVersions plan={plan} held={held} />, { look });
  await page.getByRole('listitem').first().getByRole('button').click();
  await expect.element(dialog().getByRole('table')).toBeVisible();
  await expectNoViolations();
});

test('the change between two versions is said in money, and none between one and itself', async () => {
  await mount(<PlanVersions plan={plan} held={held} />);
  await page.getByRole('button', { name: '1 change' }).click();
  const row = dialog().getByRole('row').nth(1);
  await expect.element(row.getByRole('cell').first()).toHaveTextContent('€349.00');
  await expect.element(row.getByRole('cell').last()).toHaveTextContent('€359.00');
  await dialog().getByLabelText('From version').selectOptions('2');
  await expect.element(dialog().getByText('No differences.')).toBeVisible();
});

test.each(looks)('the move of those who hold an older version: $locale $scheme $width', async (look) => {
  await mount(<PlanVersions plan={plan} held={held} />, { look });
  await page.getByRole('listitem').last().getByRole('button').click();
  await expect.element(dialog()).toBeVisible();
  await expectNoViolations();
});

test('holders are moved from a day on that leaves time for the notice', async () => {
  const move = vi.fn(async (_of: { planId: string; from: number; at: number }) => undefined);
  const holders = () => ({ held: async () => held, move, currency: async () => 'EUR', noticeDays: 30 });
  await mount(
    <PlanFormSlotsContext value={{ holders }}>
      <PlanVersions plan={plan} held={held} />
    </PlanFormSlotsContext>,
  );
  await page.getByRole('button', { name: 'Migrate version 1…' }).click();
  await expect.element(dialog().getByText(/^3 subscriptions get the new terms/)).toBeVisible();
  const day = dialog().getByLabelText('Renewals from');
  await day.fill('2026-03-20');
  await dialog().getByRole('button', { name: 'Notify customers and migrate' }).click();
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  expect(move).not.toHaveBeenCalled();
  await day.fill('2026-05-01');
  await dialog().getByRole('button', { name: 'Notify customers and migrate' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(move).toHaveBeenCalledWith({ planId: id, from: 1, at: Date.UTC(2026, 4, 1) });
});
