import type { NavigationEntry } from '#kit/ui/navigation-entry.ts';
import { domains } from '#app/domains.ts';

const groups = ['top', 'meet', 'team', 'connect', 'billing', 'operate', 'content', 'help', 'foot'] as const;
const groupAt = ({ group }: NavigationEntry): number => groups.indexOf(group);

/** Everything of the side bar, in its order. */
export const navigationEntries: readonly NavigationEntry[] = domains
  .flatMap(({ navigation = [] }) => navigation)
  .toSorted((a, b) => groupAt(a) - groupAt(b) || a.place - b.place);
