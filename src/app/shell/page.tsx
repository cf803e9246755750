import { createContext, type ReactNode, useContext } from 'react';
import type { PageContext } from './page-context.ts';
import type { ShellSlots } from './slots.ts';

type Shell = { page: PageContext; slots: ShellSlots };
const ShellContext = createContext<Shell | null>(null);

export function PageProvider({ page, slots, children }: Shell & { children: ReactNode }) {
  return <ShellContext value={{ page, slots }}>{children}</ShellContext>;
}
function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('the shell stands outside of its PageProvider');
  return shell;
}
export const usePage = (): PageContext => useShell().page;
export const useSlots = (): ShellSlots => useShell().slots;
