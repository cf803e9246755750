import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { resaleCalls } from '#sales/resale/resale.contract.ts';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import s from '../bank.module.css';

const VendorPeriods = loadable(async () => (await import('../period.part.tsx')).VendorPeriods);

/** A vendor's own files stand below its statements: both go to its bookkeeper. */
const isShown = (search: URLSearchParams, vendorId: string | null): boolean =>
  vendorId === null && search.get('tab') === 'months' && search.get('statement') === null;

/** Only for who sells in its own name: nobody else has issued anything. */
function Export() {
  const { resale } = useApi({ resale: resaleCalls });
  const { data } = useQuery(callQuery({ area: 'admin', name: 'resale.own', call: resale.own, input: {} }));
  return data?.terms?.model !== 'wholesale' ? null : (
    <div className={s.vendor}>
      <Suspense>
        <VendorPeriods />
      </Suspense>
    </div>
  );
}

/** The views of a vendor with the files of a period for its bookkeeper. */
export const withExport = <S extends Pick<VendorSlots, 'Body'>>(slots: S): S => ({
  ...slots,
  Body: function Body(props) {
    const [search] = useSearchParams();
    return (
      <>
        <slots.Body {...props} />
        {isShown(search, props.vendorId) && <Export />}
      </>
    );
  } satisfies VendorSlots['Body'],
});
