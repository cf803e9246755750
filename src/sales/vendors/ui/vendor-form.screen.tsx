import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import type { BrandView, VendorItem, VendorView } from '../vendors.contract.ts';
import { holdsPool } from '../vendors.rules.ts';
import { type VendorSlots, VendorSlotsContext } from './blocks/vendor-slots.hook.ts';
import { EditVendor } from './edit-vendor.part.tsx';
import { LookForm } from './look-form.part.tsx';
import { NewVendor } from './new-vendor.part.tsx';
import { vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import { VendorStatus } from './vendor-state.part.tsx';
import s from './vendors.module.css';

type Loaded =
  | { show: 'new' }
  | { show: 'one'; vendor: VendorView }
  | { show: 'look'; brand: BrandView }
  | { show: 'choose'; vendors: VendorItem[] };

function Choose({ vendors }: { vendors: readonly VendorItem[] }) {
  const say = vendorsText();
  usePageTitle(say('list.title'));
  return (
    <>
      <PageHead title={say('list.title')} />
      <ul className={s.choose}>
        {vendors.map((one) => (
          <li key={one.id} className={s.row}>
            <RowLink to={`/vendors/edit-vendor/${one.id}`} dir="auto">
              {one.name}
            </RowLink>
            <VendorStatus of={one.state} />
          </li>
        ))}
      </ul>
    </>
  );
}

function VendorForm() {
  const data = useLoaded<ReturnType<typeof loadWith>>();
  const { user } = useAuth();
  if (data.show === 'choose') return <Choose vendors={data.vendors} />;
  return (
    <>
      {data.show === 'new' && <NewVendor />}
      {data.show === 'one' && <EditVendor key={`${data.vendor.id} ${data.vendor.revision}`} vendor={data.vendor} />}
      {data.show === 'look' && <LookForm key={user?.id ?? ''} brand={data.brand} />}
    </>
  );
}

const loadWith =
  (slots: VendorSlots) =>
  async (context: LoadContext): Promise<Loaded> => {
    const { api, params, url, user } = context;
    const { vendors } = api(vendorsApi);
    if (user?.account?.kind === 'vendor') {
      return { show: 'look', brand: await vendors.brand() };
    }
    if (url.pathname.endsWith('/add-vendor')) {
      return { show: 'new' };
    }
    const { id } = params;
    if (id === undefined) return { show: 'choose', vendors: (await vendors.list({ query: { limit: 100 } })).items };
    const elsewhere = slots.shows(url.searchParams);
    const [vendor] = await Promise.all([
      vendors.get({ params: { id } }).then(async (found) => {
        // applicants have no money yet
        if (holdsPool(found.state) && !elsewhere) await slots.loadSide(context, id);
        return found;
      }),
      elsewhere ? slots.load(context, id) : null,
    ]);
    return { show: 'one', vendor };
  };

/** `/vendors/add-vendor` and `/vendors/edit-vendor/{id?}`: for the operator one vendor, for a vendor its look. */
export const vendorFormScreen = (slots: VendorSlots): ScreenModule => ({
  Screen: () => (
    <VendorSlotsContext value={slots}>
      <VendorForm />
    </VendorSlotsContext>
  ),
  load: loadWith(slots),
});
