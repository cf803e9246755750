/** All calls of the product: the contract of browser, server and API reference. */
import type { Client } from '#kit/contract.ts';

export const contract = {};
export type Api = Client<typeof contract>;
