import { useApi } from '#kit/ui/query/api.tsx';
import { SellerSettings } from '#sales/terms/ui/blocks/seller-settings.part.tsx';
import { resaleApi, vendorSellerQuery } from './resale-data.hook.ts';

/** Who a vendor is on its invoices, where it is paid, and how. */
export function PaperForm() {
  const api = useApi(resaleApi);
  return <SellerSettings calls={{ query: vendorSellerQuery(api), save: (body) => api.resale.saveSeller({ body }) }} />;
}
