import { expect, test } from 'vitest';
import { missingNumber, type SellerNumbers } from './seller-number.rules.ts';

const bare: SellerNumbers = {
  ...{ vatId: null, taxNumber: null, registration: null },
  ...{ country: 'DE', regime: 'standard', oss: 'off', ownRates: {}, on: '2027-01-01' },
};
const abroad = { ...bare, country: 'BR', regime: 'outside-eu' as const };

test.each([
  ['nothing', bare, 'number_missing'],
  ['spaces', { ...bare, vatId: ' ', taxNumber: ' ', registration: ' ' }, 'number_missing'],
  ['a VAT number', { ...bare, vatId: 'DE136695976' }, null],
  ['a tax number', { ...bare, taxNumber: '21/815/08150' }, null],
  ['a registration alone, where tax is said', { ...bare, registration: 'HRB 1' }, 'tax_number_missing'],
  ['a registration alone, where no tax is known', { ...abroad, registration: '35.201' }, null],
  [
    'a registration alone, with a rate of its own',
    { ...abroad, registration: '35.201', ownRates: { BR: 9000 } },
    'tax_number_missing',
  ],
  ['a registration alone, where a rate is known', { ...abroad, country: 'CH', registration: 'CHE-1' }, 'tax_number_missing'],
  [
    'a registration alone, with the One Stop Shop',
    { ...abroad, registration: '35.201', oss: 'on' as const },
    'tax_number_missing',
  ],
])('%s', (_what, seller, missing) => {
  expect(missingNumber(seller)).toBe(missing);
});
