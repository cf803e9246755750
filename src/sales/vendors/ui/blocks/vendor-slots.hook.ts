import { type ComponentType, createContext, useContext } from 'react';
import type { LoadContext } from '#kit/ui/screen.ts';

/** What later domains bring to the pages of vendors. `vendorId` null: the reader's own account. */
export type VendorSlots = {
  /** The views of a vendor; `base`: the address of the first one. */
  Tabs: ComponentType<{ base: string; vendorId: string | null }>;
  /** What the chosen view shows, where it is not this domain's own. */
  Body: ComponentType<{ base: string; vendorId: string | null }>;
  /** Whether an address chooses such a view. */
  shows: (search: URLSearchParams) => boolean;
  /** Fetches what the chosen view shows. */
  load: (context: LoadContext, vendorId: string | null) => Promise<unknown>;
  /** Above the operator's list. */
  Figures: ComponentType;
  loadFigures: (context: LoadContext) => Promise<unknown>;
};
const Nothing = () => null;
export const VendorSlotsContext = createContext<VendorSlots>({
  Tabs: Nothing,
  Body: Nothing,
  shows: () => false,
  load: async () => null,
  Figures: Nothing,
  loadFigures: async () => null,
});
export const useVendorSlots = (): VendorSlots => useContext(VendorSlotsContext);
