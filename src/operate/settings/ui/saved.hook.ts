import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Platform } from '#core/platform/platform.rules.ts';
import type { PlatformChange, PlatformView } from '#core/platform/platform.contract.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { platformApi, platformQuery } from './settings-queries.hook.ts';

/** The settings of the installation, and a way to change parts of them. `fixed` is the variable that sets a field, or null. */
export function usePlatform() {
  const { platform } = useApi(platformApi);
  const queries = useQueryClient();
  const query = platformQuery(platform);
  const { data } = useSuspenseQuery(query);
  const [saved, setSaved] = useState<'yes' | 'no'>('no');
  return {
    view: data,
    saved: saved === 'yes',
    fixed: (field: `${keyof Platform}.${string}`): string | null => data.fixed[field] ?? null,
    change: async (body: PlatformChange): Promise<PlatformView> => {
      const now = await platform.update({ body });
      queries.setQueryData(query.queryKey, now);
      setSaved('yes');
      return now;
    },
  };
}

/** Numbers as one types them: empty is no limit. */
export const typed = (value: number | null): string => (value === null ? '' : String(value));
export const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
