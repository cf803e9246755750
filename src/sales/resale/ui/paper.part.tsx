import { useApi } from '#kit/ui/api.tsx';
import { SellerForm } from '#sales/billing/ui/blocks/seller-form.part.tsx';
import { resaleApi, vendorSellerQuery } from './resale-data.hook.ts';

/** Who a vendor is on its invoices, and where it is paid. */
export function PaperForm() {
  const api = useApi(resaleApi);
  return <SellerForm calls={{ query: vendorSellerQuery(api), save: (body) => api.resale.saveSeller({ body }) }} />;
}
