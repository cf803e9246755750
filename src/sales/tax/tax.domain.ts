import { defineDomain } from '#kit/domain.ts';

export const taxDomain = defineDomain({
  name: 'sales/tax',
});
