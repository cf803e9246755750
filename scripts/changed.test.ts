import { expect, test } from 'vitest';
import { closestTests } from './changed.ts';

const tests = new Map([
  ['src/sales/billing/server/price.test.ts', `import { price } from './price.service.ts';`],
  ['src/sales/billing/server/renewal.test.ts', ''],
  ['src/sales/tax/server/tax.test.ts', `import { price } from '#sales/billing/server/price.service.ts';`],
  ['src/core/audit/server/audit.test.ts', ''],
  ['src/kit/server/money.test.ts', ''],
]);

test('the tests that import a changed file come first, then those of its domain, and no others', () => {
  expect(closestTests(['src/sales/billing/server/price.service.ts'], tests)).toEqual({
    chosen: [
      'src/sales/billing/server/price.test.ts',
      'src/sales/tax/server/tax.test.ts',
      'src/sales/billing/server/renewal.test.ts',
    ],
    left: 0,
  });
});

test('a changed test is run, and a paper about nothing runs none', () => {
  expect(closestTests(['src/core/audit/server/audit.test.ts'], tests).chosen).toEqual(['src/core/audit/server/audit.test.ts']);
  expect(closestTests(['docs/map.md'], tests)).toEqual({ chosen: [], left: 0 });
});

test('what is left out of a large choice is counted', () => {
  const many = new Map(Array.from({ length: 25 }, (_, at) => [`src/meet/rooms/server/a${at}.test.ts`, '']));
  const { chosen, left } = closestTests(['src/meet/rooms/rooms.rules.ts'], many);
  expect([chosen.length, left]).toEqual([20, 5]);
});
