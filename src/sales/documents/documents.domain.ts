import { defineDomain } from '#kit/domain.ts';

export const documentsDomain = defineDomain({
  name: 'sales/documents',
});
