import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { booksCalls } from '../books.contract.ts';
import { askForCheck, findings } from './check.service.ts';
import { money } from './months.service.ts';
import { eachVendor, vendorSums } from './vendor-sums.service.ts';

export const booksHandlers: Handlers<typeof booksCalls, Ctx> = {
  money: (ctx) => money(ctx),
  vendors: (ctx) => vendorSums(ctx),
  eachVendor: (ctx, { query }) => eachVendor(ctx, query.ids),
  findings: (ctx) => findings(ctx),
  check: (ctx) => askForCheck(ctx),
};
