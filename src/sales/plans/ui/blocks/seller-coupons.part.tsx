import { Group } from '@mantine/core';
import { CouponList } from '../coupon-list.part.tsx';
import type { CouponSource } from '../plans-data.hook.ts';
import { plansText } from '../plans-text.hook.ts';

/** Coupons of another seller than the operator, with its own calls. */
export function SellerCoupons({ source }: { source: CouponSource }) {
  const say = plansText();
  return (
    <CouponList
      source={source}
      head={(action) => (
        <Group justify="space-between">
          <h2 className="strong">{say('tab.coupons')}</h2>
          {action}
        </Group>
      )}
    />
  );
}
