import { useAuth } from '#kit/ui/auth/auth.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { type VendorSlots, VendorSlotsContext } from './blocks/vendor-slots.hook.ts';
import { OwnPage } from './own-page.part.tsx';
import { VendorTable } from './vendor-table.part.tsx';
import { brandQuery, customersQuery, idsOf, standingQuery, vendorsApi, vendorsQuery, vendorsShape } from './vendors-data.hook.ts';

function Vendors() {
  const { user } = useAuth();
  return user?.account?.kind === 'vendor' ? <OwnPage /> : <VendorTable />;
}

const loadWith = (slots: VendorSlots) => async (context: LoadContext) => {
  const { api, queries, url, user } = context;
  const client = api(vendorsApi);
  const list = readListState(url.searchParams, vendorsShape);
  if (user?.account?.kind === 'vendor')
    await Promise.all([
      queries.ensureQueryData(standingQuery(client)),
      ...(slots.shows(url.searchParams)
        ? [slots.load(context, null)]
        : [queries.ensureQueryData(customersQuery(client, list)), queries.ensureQueryData(brandQuery(client))]),
    ]);
  else
    await Promise.all([
      queries.ensureQueryData(vendorsQuery(client, list)).then(({ items }) => slots.loadMoney(context, idsOf(items))),
      slots.loadFigures(context),
    ]);
  return null;
};

/** `/vendors`: the operator's vendors, or what a vendor has to do with. */
export const vendorsScreen = (slots: VendorSlots): ScreenModule => ({
  Screen: () => (
    <VendorSlotsContext value={slots}>
      <Vendors />
    </VendorSlotsContext>
  ),
  load: loadWith(slots),
});
