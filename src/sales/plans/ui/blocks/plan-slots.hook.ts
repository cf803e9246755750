import { createContext, type ReactNode, useContext } from 'react';
import { useApis } from '#kit/ui/query/api.tsx';
import type { Loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';

/** A view of `/subscription-plans`. It draws `head`, with its action in it, above everything else. */
export type PlanTab = {
  Part: Loadable<{ head: (action?: ReactNode) => ReactNode }>;
  /** What it needs before it is shown, for its part in the screen's `load`. */
  needs: (context: LoadContext) => readonly Promise<unknown>[];
};
/** What later domains bring to the screen of plans. The route table fills it. */
export type PlanSlots = { subscriptions?: PlanTab };

/** How many hold a version, and where they go with renewals from `at` (epoch milliseconds) on. */
export type VersionHeld = { version: number; count: number; move: { to: number; at: number } | null };
export type HolderSource = {
  held: (planId: string) => Promise<VersionHeld[]>;
  move: (of: { planId: string; from: number; at: number }) => Promise<unknown>;
  /** The currency that the reader's account sells in; null: not set up, or not for this reader to see. */
  currency: () => Promise<string | null>;
  /** Days between the mail and the first renewal with other terms. */
  noticeDays: number;
};
/** What the editor asks of subscriptions, which come after plans in rank. The route table fills it. */
export type PlanFormSlots = { holders: (api: LoadContext['api']) => HolderSource };

const nobody: HolderSource = { held: async () => [], move: async () => undefined, currency: async () => null, noticeDays: 30 };
export const PlanFormSlotsContext = createContext<PlanFormSlots>({ holders: () => nobody });
export const useHolderSource = (): HolderSource => {
  const { holders } = useContext(PlanFormSlotsContext);
  return holders(useApis());
};
