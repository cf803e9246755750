import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount } from '#app/proof/testing-components.tsx';
import { firstGrant, firstPool } from '../vendors.rules.ts';
import { PoolBars } from './pool-bars.part.tsx';

const given = { ...firstGrant, peopleAtOnce: 400 };
const used = { ...firstGrant, peopleAtOnce: 120 };

test.each(looks)('a pool as bars: $locale $scheme $width', async (look) => {
  await mount(<PoolBars pool={{ ...firstPool, rooms: null }} given={given} used={used} />, { look });
  await expect.element(page.getByRole('meter').first()).toBeVisible();
  await expectNoViolations();
});

test('each bar says what was given of all, and one without a limit has none', async () => {
  await mount(<PoolBars pool={{ ...firstPool, rooms: null }} given={given} used={used} />);
  const bar = page.getByRole('meter', { name: 'People at once' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '400');
  await expect.element(bar).toHaveAttribute('aria-valuemax', '500');
  expect(page.getByRole('meter', { name: 'Rooms' }).elements()).toEqual([]);
});
