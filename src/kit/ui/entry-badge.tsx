import { type ComponentType, useEffect, useState } from 'react';

export type EntryBadgeModule = { Badge: ComponentType<{ className: string }> };

type EntryBadgeProps = { load: () => Promise<EntryBadgeModule>; className: string };
/** The number of a domain at an entry of the side bar. No page needs it at first sight, so its code comes afterwards. */
export function EntryBadge({ load, className }: EntryBadgeProps) {
  const [loaded, setLoaded] = useState<EntryBadgeModule | null>(null);
  useEffect(() => {
    // without a connection the entry has no number
    load().then(setLoaded, () => undefined);
  }, [load]);
  return loaded === null ? null : <loaded.Badge className={className} />;
}
