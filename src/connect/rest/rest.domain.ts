import { defineDomain } from '#kit/domain.ts';

export const restDomain = defineDomain({
  name: 'connect/rest',
});
