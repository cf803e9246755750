import * as z from 'zod/mini';
import { COUNTED_TO } from './counted.ts';

/** How many a list has in all, beside the rows of a page. */
export const totalField = z.optional(
  z.number().check(z.describe(`How many there are in all; left out where there are more than ${COUNTED_TO}.`)),
);
