import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { accountsCalls } from '../accounts.contract.ts';
import { getAccount, updateAccount } from './accounts.service.ts';
import { removeLogo, setLogo } from './logo.service.ts';

export const accountsHandlers: Handlers<typeof accountsCalls, Ctx> = {
  get: (ctx) => getAccount(ctx),
  update: (ctx, { body }) => updateAccount(ctx, body),
  setLogo: (ctx, { body }) => setLogo(ctx, body),
  removeLogo: (ctx) => removeLogo(ctx),
};
