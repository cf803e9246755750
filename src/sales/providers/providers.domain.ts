import { defineDomain } from '#kit/domain.ts';

export const providersDomain = defineDomain({
  name: 'sales/providers',
});
