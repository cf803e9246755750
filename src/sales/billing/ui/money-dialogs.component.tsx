import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { outboxCalls } from '#core/outbox/outbox.contract.ts';
import { allInvoicesCalls } from '../all-invoices.contract.ts';
import { billingCalls, type SubscriptionView } from '../billing.contract.ts';
import { invoicesCalls } from '../invoices.contract.ts';
import { subscriptionsCalls } from '../subscriptions.contract.ts';
import { useReminder } from './blocks/remind.hook.ts';
import { CancelDialog } from './cancel-dialog.part.tsx';
import { FinalizeDialog } from './invoice-finalize.part.tsx';
import { InvoicePlace } from './invoice-place.part.tsx';
import { ReasonDialog } from './invoice-reason.part.tsx';
import { PauseDialog } from './pause-dialog.part.tsx';

const day = 86_400_000;
const id = '01890000-0000-7000-8000-000000000001';
const end = now + 10 * day;
const dialog = () => page.getByRole('dialog');

const subscriptionPage = sampleOf(billingCalls.subscription.result, {});
const subscription: SubscriptionView = {
  id,
  state: 'active',
  planId: id,
  planName: 'School 150',
  version: 1,
  currency: 'EUR',
  period: 'month',
  seats: 0,
  addons: [],
  startsAt: null,
  freeUntil: null,
  taxWaits: null,
  periodStart: now - 20 * day,
  periodEnd: end,
  trialEnd: null,
  cancelAtEnd: false,
  pending: null,
  changing: null,
  pausedUntil: null,
  payBy: 'card',
  manualId: null,
  manualGone: null,
  price: null,
  next: null,
  minutes: null,
  openInvoice: null,
  restrictedAt: null,
  withdrawUntil: null,
  startedAt: now - 50 * day,
  endedAt: null,
  revision: 7,
  acts: ['cancel', 'pause'],
};

const place = {
  held: 'DE',
  said: 'contradicted' as const,
  proofs: [{ kind: 'card' as const, country: 'FR', at: now - day }],
  decision: null,
};
const invoice = sampleOf(invoicesCalls.get.result, {
  id,
  accountName: 'Nordlicht School',
  currency: 'USD',
  total: 11_900,
  revision: 3,
  place,
});

test.each(looks)('the end of a plan: $locale $scheme $width', async (look) => {
  await mount(<CancelDialog of={subscription} onClose={() => {}} />, { look });
  await expect.element(dialog().getByText(/School 150/)).toBeVisible();
  await expectNoViolations();
});

test('a plan that runs ends with its period, and one that does not ends at once', async () => {
  const cancel = vi.fn(() => subscriptionPage);
  const onClose = vi.fn();
  const calls = [onCall(billingCalls.cancel, cancel)];
  await mount(<CancelDialog of={subscription} onClose={onClose} />, { calls });
  await expect.element(dialog().getByText(/It runs until .*20/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel at period end' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(cancel).toHaveBeenCalledWith({ body: { atEnd: true, revision: 7 } });
});

test('an end that is refused says why, and the dialog stays', async () => {
  const onClose = vi.fn();
  const refused = () => {
    throw new Failure('changed_meanwhile');
  };
  const of = { ...subscription, state: 'paused' as const };
  await mount(<CancelDialog of={of} onClose={onClose} />, { calls: [onCall(billingCalls.cancel, refused)] });
  await expect.element(dialog().getByText(/It ends immediately/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel now' }).click();
  await expect.element(dialog().getByText(/changed/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await expectNoViolations();
});

test.each(looks)('a pause: $locale $scheme $width', async (look) => {
  await mount(<PauseDialog of={subscription} end={end} onClose={() => {}} />, { look });
  await expect.element(dialog().getByText(/School 150/)).toBeVisible();
  await expectNoViolations();
});

test('a pause asks for a day after the period', async () => {
  const pause = vi.fn((_input: { body: { until: number | null } }) => ({ done: true as const }));
  const onClose = vi.fn();
  const calls = [onCall(subscriptionsCalls.pause, pause)];
  await mount(<PauseDialog of={subscription} end={end} onClose={onClose} />, { calls });
  const until = dialog().getByLabelText('Resume automatically on');
  await until.fill('2026-03-12');
  await dialog().getByRole('button', { name: 'Pause' }).click();
  await expect.element(dialog().getByText(/Choose a day after/)).toBeVisible();
  expect(pause).not.toHaveBeenCalled();
  await expectNoViolations();
  await until.fill('2026-04-20');
  await dialog().getByRole('button', { name: 'Pause' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(new Date(pause.mock.calls[0]?.[0].body.until ?? 0).toISOString()).toBe('2026-04-20T00:00:00.000Z');
});

test.each(looks)('a draft that becomes an invoice: $locale $scheme $width', async (look) => {
  await mount(<FinalizeDialog invoice={invoice} onClose={() => {}} />, { look });
  await expect.element(dialog().getByText(/Nordlicht School/)).toBeVisible();
  await expectNoViolations();
});

test('without a rate it is refused with the way to enter one', async () => {
  const missing = () => {
    throw new Failure('rate_missing', { data: { from: 'USD', to: 'EUR', day: '2026-03-10' } });
  };
  const calls = [onCall(allInvoicesCalls.finalize, missing)];
  const user = { scope: ['invoices.manage'] };
  await mount(<FinalizeDialog invoice={invoice} onClose={() => {}} />, { calls, user });
  await dialog().getByRole('button', { name: 'Finalize' }).click();
  await expect.element(dialog().getByText(/The exchange rate from USD to EUR is missing/)).toBeVisible();
  await expect.element(dialog().getByRole('link', { name: 'Enter rate' })).toHaveAttribute('href', '/settings?tab=rates');
  await expectNoViolations();
});

test.each(looks)('the question before an invoice is void: $locale $scheme $width', async (look) => {
  await mount(<ReasonDialog invoice={invoice} to="void" onClose={() => {}} />, { look });
  await expect.element(dialog().getByRole('textbox')).toBeVisible();
  await expectNoViolations();
});

test('an invoice is void for a reason that both sides read', async () => {
  const voiding = vi.fn(() => invoice);
  const onClose = vi.fn();
  const calls = [onCall(allInvoicesCalls.voiding, voiding)];
  await mount(<ReasonDialog invoice={invoice} to="void" onClose={onClose} />, { calls });
  await dialog().getByRole('button', { name: 'Void invoice' }).click();
  await expect.element(dialog().getByText('Enter at least three characters')).toBeVisible();
  expect(voiding).not.toHaveBeenCalled();
  await dialog().getByRole('textbox').fill('ordered twice');
  await dialog().getByRole('button', { name: 'Void invoice' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(voiding).toHaveBeenCalledWith({ params: { id }, body: { reason: 'ordered twice' } });
});

function Remind({ remindedAt }: { remindedAt: number }) {
  const remind = useReminder({ ...invoice, timeline: [{ ...reminded, at: remindedAt }] }, async () => sendReminder());
  return (
    <button type="button" onClick={() => void remind()}>
      Remind
    </button>
  );
}
const sendReminder = vi.fn();
const reminded = { id, kind: 'invoice.reminded', from: null, to: null, reason: null, by: null, data: {} };
const mails = (mailServer: 'set' | 'none') => onCall(outboxCalls.delivery, () => ({ mailServer }));

test('a second reminder within a day is asked about, and without a mail server it is not called sent', async () => {
  sendReminder.mockClear();
  await mount(<Remind remindedAt={Date.now() - 3_600_000} />, { calls: [mails('none')] });
  await page.getByRole('button', { name: 'Remind' }).click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect(sendReminder).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Remind' }).click();
  await dialog().getByRole('button', { name: 'Send reminder' }).click();
  await expect.element(page.getByText('No mail server is set up, so this email stays in the outbox.')).toBeVisible();
  expect(sendReminder).toHaveBeenCalledOnce();
});

test('a reminder a day after the last one goes without a question', async () => {
  sendReminder.mockClear();
  await mount(<Remind remindedAt={Date.now() - 2 * day} />, { calls: [mails('set')] });
  await page.getByRole('button', { name: 'Remind' }).click();
  await expect.element(page.getByText('Reminder sent')).toBeVisible();
  expect(sendReminder).toHaveBeenCalledOnce();
});

test.each(looks)('signs of two countries: $locale $scheme $width', async (look) => {
  await mount(<InvoicePlace invoice={invoice} />, { look });
  await expect.element(page.getByRole('listitem').nth(1)).toBeVisible();
  await expectNoViolations();
});

test('where a consumer is gets decided with a reason, and then stands there', async () => {
  const decide = vi.fn(() => invoice);
  const calls = [onCall(allInvoicesCalls.place, decide)];
  await mount(<InvoicePlace invoice={invoice} />, { calls });
  const panel = page.getByRole('region', { name: 'Customer location' });
  await expect.element(panel.getByText('The evidence points to another country than the address.')).toBeVisible();
  expect(
    panel
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual([expect.stringMatching(/Billing address\s*Germany/), expect.stringMatching(/Payment card.*France/)]);
  await panel.getByRole('button', { name: 'Decide…' }).click();
  await dialog().getByRole('button', { name: 'Save decision', exact: true }).click();
  await expect.element(dialog().getByText('Enter at least three characters')).toBeVisible();
  await expectNoViolations();
  await dialog().getByLabelText('Reason').fill('showed her registration in Hamburg');
  await dialog().getByRole('button', { name: 'Save decision', exact: true }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(decide).toHaveBeenCalledWith({
    params: { id },
    body: { country: 'DE', reason: 'showed her registration in Hamburg' },
  });
});

test('what was decided is read, and asked no more', async () => {
  const decision = { country: 'DE', reason: 'showed her registration', at: now };
  await mount(<InvoicePlace invoice={{ ...invoice, place: { ...place, decision } }} />);
  await expect.element(page.getByText('showed her registration')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  await expectNoViolations();
});
