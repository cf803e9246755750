import { useApi } from '#kit/ui/query/api.tsx';
import { FormPage } from '#kit/ui/form/form-parts.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { sellerApi, sellerQuery } from '#sales/billing/ui/blocks/seller-queries.hook.ts';
import { type SellerCalls, SellerForm } from '#sales/billing/ui/blocks/seller-form.part.tsx';
import { ManualMethods } from '../manual-methods.part.tsx';
import { Registrations } from '../registrations.part.tsx';
import s from '../terms.module.css';
import { manualQuery, termsApi } from '../terms-data.hook.ts';

/** Who sells, how it is taxed elsewhere, and how it is paid: of the operator, or of a vendor by its `calls`. */
export function SellerSettings({ calls }: { calls?: SellerCalls }) {
  const { billing } = useApi(sellerApi);
  const own: SellerCalls = calls ?? { query: sellerQuery({ billing }), save: (body) => billing.saveSeller({ body }) };
  return (
    <>
      <SellerForm {...(calls !== undefined && { calls })} />
      <div className={s.below}>
        <FormPage>
          <Registrations calls={own} />
          <ManualMethods side={calls === undefined ? 'operator' : 'vendor'} />
        </FormPage>
      </div>
    </>
  );
}

/** What it is shown with besides the seller: the operator's own ways to pay. */
export const manualNeeds = ({ api, queries }: LoadContext): Promise<unknown> =>
  queries.ensureQueryData(manualQuery(api(termsApi), 'operator'));
