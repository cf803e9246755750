import { Suspense, useId } from 'react';
import { useSearchParams } from 'react-router';
import { readListState } from '#kit/ui/table/list-state.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import { paymentsApi, paymentsQuery, paymentsShape } from '../payments-data.hook.ts';
import { paymentsText } from '../payments-text.hook.ts';
import s from '../payments.module.css';

const PaymentList = loadable(async () => (await import('../payment-list.part.tsx')).PaymentList);

/** A vendor that reads what it sold reads what was paid for it too; one invoice alone has its payments in its story. */
const isShown = (search: URLSearchParams, vendorId: string | null): boolean =>
  vendorId === null && search.get('tab') === 'sold' && search.get('sale') === null && search.get('subscription') === null;

function VendorPayments() {
  const say = paymentsText();
  const heading = useId();
  return (
    <section className={s.vendor} aria-labelledby={heading}>
      <h2 id={heading}>{say('list.vendorTitle')}</h2>
      <Suspense>
        <PaymentList side="vendor" />
      </Suspense>
    </section>
  );
}

type Views = Pick<VendorSlots, 'Body' | 'load'>;
/** The views of a vendor with what its customers paid below what it sold. */
export const withPayments = <S extends Views>(slots: S): S => ({
  ...slots,
  Body: function Body(props) {
    const [search] = useSearchParams();
    return (
      <>
        <slots.Body {...props} />
        {isShown(search, props.vendorId) && <VendorPayments />}
      </>
    );
  } satisfies VendorSlots['Body'],
  load: (async (context, vendorId) => {
    const { api, queries, url } = context;
    const list = readListState(url.searchParams, paymentsShape);
    await Promise.all([
      slots.load(context, vendorId),
      ...(isShown(url.searchParams, vendorId)
        ? [PaymentList.preload(), queries.ensureQueryData(paymentsQuery(api(paymentsApi), 'vendor', list))]
        : []),
    ]);
  }) satisfies VendorSlots['load'],
});
