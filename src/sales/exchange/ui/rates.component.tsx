import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { exchangeCalls, type RateView } from '../exchange.contract.ts';
import { anyRates } from './exchange-data.hook.ts';
import { RateBank } from './rate-bank.part.tsx';
import { RateList } from './rate-list.part.tsx';
import { RatesDialog } from './rates-dialog.part.tsx';

const lines = '2026-03-10, EUR, GBP, 0.8412\n2026-03-10; EUR; NOK; 11,52';
const added = sampleOf(exchangeCalls.add.result, { added: 2 });

test.each(looks)('rates are read line by line before they are kept: $locale $scheme $width', async (look) => {
  await mount(<RatesDialog onClose={() => {}} />, { look });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').nth(1).fill(`${lines}\nnonsense`);
  await expect.element(dialog.getByText('nonsense', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/11[.,]52 NOK/)).toBeVisible();
  await expectNoViolations();
});

test('lines that cannot be read keep the others from being entered', async () => {
  const add = vi.fn(() => added);
  const onClose = vi.fn();
  await mount(<RatesDialog onClose={onClose} />, { calls: [onCall(exchangeCalls.add, add)] });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Published by').fill('Bundesbank');
  await dialog.getByLabelText('Rates', { exact: true }).fill(`${lines}\nnonsense`);
  await expect.element(dialog.getByText('1 line cannot be read')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enter 2 rates' }).click();
  await expect.element(dialog.getByText('Fix or remove the lines that cannot be read.')).toBeVisible();
  expect(add).not.toHaveBeenCalled();
  await dialog.getByLabelText('Rates', { exact: true }).fill(lines);
  await dialog.getByRole('button', { name: 'Enter 2 rates' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(add).toHaveBeenCalledWith({
    body: {
      origin: 'Bundesbank',
      rates: [
        { day: '2026-03-10', base: 'EUR', currency: 'GBP', rate: '0.8412' },
        { day: '2026-03-10', base: 'EUR', currency: 'NOK', rate: '11.52' },
      ],
    },
  });
});

const state = sampleOf(exchangeCalls.state.result, { ecb: 'off', revision: 4 });
const rate: RateView = {
  id: '01890000-0000-7000-8000-000000000001',
  day: '2026-03-09',
  base: 'EUR',
  currency: 'USD',
  rate: '1.085',
  source: 'own',
  origin: 'Bundesbank',
  by: 'Ola Operator',
  used: false,
  withdrawn: false,
  removable: true,
};
const listed = (...items: RateView[]) => onCall(exchangeCalls.rates, () => ({ items, next: null }));

test.each(looks)('whether the bank’s rates are taken, and what is wrong with them: $locale $scheme $width', async (look) => {
  const failing = {
    ...state,
    ecb: 'on' as const,
    takenAt: now,
    newest: '2026-03-09',
    failed: { at: now, why: 'unreadable' as const },
  };
  await mount(<RateBank />, { look, calls: [onCall(exchangeCalls.state, () => failing)] });
  await expect.element(page.getByRole('switch')).toBeChecked();
  if (look.locale === 'en-US') await expect.element(page.getByText('could not be read')).toBeVisible();
  await expectNoViolations();
});

test('the bank’s rates are turned on', async () => {
  const save = vi.fn(() => state);
  await mount(<RateBank />, { calls: [onCall(exchangeCalls.state, () => state), onCall(exchangeCalls.saveState, save)] });
  await page.getByText('Fetch rates daily').click();
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ body: { ecb: 'on', revision: 4 } }));
});

test.each(looks)('rates in their list, one of them used no more: $locale $scheme $width', async (look) => {
  const gone = { ...rate, id: '01890000-0000-7000-8000-000000000002', used: true, withdrawn: true, removable: false };
  await mount(<RateList looking={anyRates} />, { look, calls: [listed({ ...rate, used: true }, gone)] });
  await expect.element(page.getByRole('row').nth(2)).toBeVisible();
  expect(page.getByRole('row').nth(2).getByRole('button').elements()).toEqual([]);
  await expectNoViolations();
});

test('a rate on which nothing rests is removed, one on which an invoice rests is used no more', async () => {
  const remove = vi.fn(() => ({ done: true as const }));
  await mount(<RateList looking={anyRates} />, { calls: [listed(rate), onCall(exchangeCalls.remove, remove)] });
  await page.getByRole('button', { name: /^Remove the rate 1 EUR = 1.085 USD/ }).click();
  await expect.element(page.getByText('Rate removed.')).toBeVisible();
  expect(remove).toHaveBeenCalledWith({ params: { id: rate.id } });
});

test('no rates yet', async () => {
  await mount(<RateList looking={anyRates} />, { calls: [listed()] });
  await expect.element(page.getByText('No rates yet')).toBeVisible();
  await expectNoViolations();
});
