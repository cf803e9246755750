import { domains } from '../src/app/domains.ts';

/** One row of the route table; `access` is who may see it: `all`, `guest`, `user`, or the permission that it takes. */
export type ProductRoute = { name: string; path: string; access: string };

/** Every row of the product's route table. */
export const routesOfProduct = (): ProductRoute[] => domains.flatMap(({ screens = [] }) => [...screens]);
