import { IconBrandFacebook, IconBrandGoogle, IconBuilding } from '@tabler/icons-react';

/** The sign of a provider, by its key. */
export function ProviderMark({ provider, size = 18 }: { provider: string; size?: number }) {
  const Mark = provider === 'google' ? IconBrandGoogle : provider === 'facebook' ? IconBrandFacebook : IconBuilding;
  return <Mark size={size} stroke={1.75} aria-hidden="true" />;
}
