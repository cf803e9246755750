import { useApi } from '#kit/ui/query/api.tsx';
import { SellerCoupons } from '#sales/plans/ui/blocks/seller-coupons.part.tsx';
import { couponsQuery, resaleApi } from './resale-data.hook.ts';

/** A vendor's coupons for its own offers. */
export function Coupons() {
  const api = useApi(resaleApi);
  return (
    <SellerCoupons
      source={{
        query: (list) => couponsQuery(api, list),
        add: (body) => api.resale.addCoupon({ body }),
        stop: (id) => api.resale.stopCoupon({ params: { id } }),
        plans: 'all',
      }}
    />
  );
}
