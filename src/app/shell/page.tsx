import { createContext, type ReactNode, useContext } from 'react';
import type { PageContext } from './page-context.ts';
import type { ShellSlots } from './slots.ts';

const CurrentPage = createContext<PageContext | null>(null);
export function PageProvider({ page, children }: { page: PageContext; children: ReactNode }) {
  return <CurrentPage value={page}>{children}</CurrentPage>;
}
export function usePage(): PageContext {
  const page = useContext(CurrentPage);
  if (page === null) throw new Error('the shell stands outside of its PageProvider');
  return page;
}

const CurrentSlots = createContext<ShellSlots | null>(null);
/** What the domains put into a frame; the frame brings it along, so that it is no part of other pages. */
export function SlotsProvider({ slots, children }: { slots: ShellSlots; children: ReactNode }) {
  return <CurrentSlots value={slots}>{children}</CurrentSlots>;
}
export function useSlots(): ShellSlots {
  const slots = useContext(CurrentSlots);
  if (slots === null) throw new Error('this frame brings no slots along');
  return slots;
}
