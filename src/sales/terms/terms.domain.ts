import { defineDomain } from '#kit/domain.ts';

export const termsDomain = defineDomain({
  name: 'sales/terms',
});
