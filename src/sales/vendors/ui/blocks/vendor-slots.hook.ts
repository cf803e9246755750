import { type ComponentType, createContext, useContext } from 'react';
import type { LoadContext } from '#kit/ui/screen.ts';

/** What later domains bring to the pages of vendors. `vendorId` null: the reader's own account. */
export type VendorSlots = {
  /** The views of a vendor; `base`: the address of the first one. */
  Tabs: ComponentType<{ base: string; vendorId: string | null }>;
  /** What the chosen view shows, where it is not this domain's own. */
  Body: ComponentType<{ base: string; vendorId: string | null }>;
  /** Beside the pool, on the operator's page of a vendor: what it earns and is owed. */
  Side: ComponentType<{ base: string; vendorId: string }>;
  loadSide: (context: LoadContext, vendorId: string) => Promise<unknown>;
  /** Whether an address chooses such a view. */
  shows: (search: URLSearchParams) => boolean;
  /** Fetches what the chosen view shows. */
  load: (context: LoadContext, vendorId: string | null) => Promise<unknown>;
  /** Above the operator's list. */
  Figures: ComponentType;
  loadFigures: (context: LoadContext) => Promise<unknown>;
  /** Cells of the operator's list; `ids`: all vendors of the page. */
  Money: ComponentType<{ id: string; ids: readonly string[]; of: 'recurring' | 'toPay' }>;
  loadMoney: (context: LoadContext, ids: readonly string[]) => Promise<unknown>;
  /** The same for a file, by vendor. */
  moneyTexts: (api: LoadContext['api'], ids: readonly string[]) => Promise<ReadonlyMap<string, VendorMoneyTexts>>;
};
/** Sums as decimals with their currency, such as `30.00 EUR`; several have a semicolon between them. */
export type VendorMoneyTexts = { recurring: string; toPay: string };
const Nothing = () => null;
export const VendorSlotsContext = createContext<VendorSlots>({
  Tabs: Nothing,
  Body: Nothing,
  Side: Nothing,
  loadSide: async () => null,
  shows: () => false,
  load: async () => null,
  Figures: Nothing,
  loadFigures: async () => null,
  Money: Nothing,
  loadMoney: async () => null,
  moneyTexts: async () => new Map(),
});
export const useVendorSlots = (): VendorSlots => useContext(VendorSlotsContext);
