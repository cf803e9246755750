import { defineDomain } from '#kit/domain.ts';

export const platformDomain = defineDomain({
  name: 'core/platform',
  server: async () => {
    const { platformCalls } = await import('./platform.contract.ts');
    return { calls: { platform: platformCalls } };
  },
});
