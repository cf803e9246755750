import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { allPaymentsCalls, paymentsCalls } from '#sales/billing/payments.contract.ts';
import { PaymentDrawer } from './payment-drawer.part.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const { rights, ...plain } = sampleOf(paymentsCalls.get.result, {});
const happened = { id, at: now, from: null, reason: null, by: null, data: {} };
const payment = {
  ...plain,
  id,
  provider: 'card' as const,
  state: 'succeeded' as const,
  amount: 3451,
  onInvoice: 3451,
  currency: 'EUR',
  method: { brand: 'visa', last4: '4242' },
  invoice: { id, number: '2026-000017', state: 'paid' as const, overdue: false, total: 3451, remaining: 0 },
  accountName: 'Salma Haddad',
  sellerName: 'Atrium',
  createdAt: now,
  settledAt: now,
  timeline: [{ ...happened, kind: 'payment', to: 'succeeded' }],
  rights,
};
const ids = { payment: 'pi_1234567890abcdef', customer: 'cus_1234567890abcdef', refunds: [], disputes: [] };
const drawer = () => page.getByRole('dialog');
const part = (name: string) => drawer().getByRole('region', { name, exact: true });

test.each(looks)('one payment, in full: $locale $scheme $width', async (look) => {
  const calls = [onCall(paymentsCalls.get, () => payment)];
  await mount(<PaymentDrawer id={id} side="buyer" onClose={() => {}} />, { look, calls });
  await expect.element(drawer().getByText('2026-000017')).toBeVisible();
  const { x, width } = drawer().element().getBoundingClientRect();
  if (look.width === 360) expect([x, width]).toEqual([0, 360]);
  await expectNoViolations();
});

test('its payer reads what it paid, and nothing of what the provider calls it', async () => {
  await mount(<PaymentDrawer id={id} side="buyer" onClose={() => {}} />, { calls: [onCall(paymentsCalls.get, () => payment)] });
  await expect.element(drawer().getByRole('heading', { level: 2, name: /€34\.51\s*Received/ })).toBeVisible();
  await expect.element(part('Allocation').getByText('Applied to the invoice')).toBeVisible();
  await expect.element(drawer().getByRole('link', { name: 'Invoice and receipt' })).toHaveAttribute('href', `/invoices/${id}`);
  expect(
    drawer()
      .getByText(/cus_|pi_/)
      .elements(),
  ).toEqual([]);
  expect(drawer().getByRole('link', { name: 'Refund…' }).elements()).toEqual([]);
});

test('its seller reads the provider’s ids, and may send it back', async () => {
  const whole = { ...payment, ids, rights: { ...rights, refund: true, look: true } };
  const calls = [onCall(allPaymentsCalls.get, () => whole)];
  await mount(<PaymentDrawer id={id} side="seller" onClose={() => {}} />, { calls });
  await expect.element(part('At the card provider').getByText(ids.payment)).toBeVisible();
  const refund = drawer().getByRole('link', { name: 'Refund…' });
  await expect.element(refund).toHaveAttribute('href', `/all-invoices/${id}?refund=${id}`);
  await expectNoViolations();
});

test.each(looks)('what was sent back of it: $locale $scheme $width', async (look) => {
  const refund = {
    id,
    paymentId: id,
    provider: 'card' as const,
    state: 'succeeded' as const,
    amount: 1000,
    currency: 'EUR',
    creditNote: { id, number: 'C2026-000003' },
    failure: null,
    valueDate: null,
    bankRef: null,
    createdAt: now,
    settledAt: now,
  };
  const whole = { ...payment, refunded: 1000, refunds: [refund] };
  await mount(<PaymentDrawer id={id} side="buyer" onClose={() => {}} />, {
    look,
    calls: [onCall(paymentsCalls.get, () => whole)],
  });
  await expect.element(drawer().getByRole('link', { name: 'C2026-000003' })).toBeVisible();
  if (look.locale === 'en-US') await expect.element(part('Allocation').getByText('−€10.00')).toBeVisible();
  await expectNoViolations();
});

test('a payment of another account is not there', async () => {
  const missing = () => {
    throw new Failure('not_found');
  };
  await mount(<PaymentDrawer id={id} side="buyer" onClose={() => {}} />, { calls: [onCall(paymentsCalls.get, missing)] });
  await expect.element(drawer().getByText('This payment doesn’t exist')).toBeVisible();
  await expectNoViolations();
});
