import { defineDomain } from '#kit/domain.ts';

export const paymentsDomain = defineDomain({
  name: 'sales/payments',
});
