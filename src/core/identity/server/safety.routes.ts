import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { safetyCalls } from '../safety.contract.ts';
import { notMe } from './sign-in/not-me.service.ts';
import {
  addPasskey,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from './sign-in/passkeys.service.ts';
import { prove, proveByPasskey, proveOptions } from './sessions/proof.service.ts';
import { loginSecond } from './sign-in/second-step.service.ts';
import { getSecurity, recoveryRenew, totpBegin, totpConfirm, totpRemove } from './security.service.ts';

const done = async (work: Promise<void>): Promise<Record<string, never>> => {
  await work;
  return {};
};

export const safetyHandlers: Handlers<typeof safetyCalls, Ctx> = {
  security: (ctx) => getSecurity(ctx),
  prove: (ctx, { body }) => prove(ctx, body),
  proveOptions: (ctx) => proveOptions(ctx),
  proveByPasskey: (ctx, { body }) => proveByPasskey(ctx, body),
  totpBegin: (ctx) => totpBegin(ctx),
  totpConfirm: (ctx, { body }) => totpConfirm(ctx, body),
  totpRemove: (ctx) => done(totpRemove(ctx)),
  recoveryRenew: (ctx) => recoveryRenew(ctx),
  passkeyOptions: (ctx) => passkeyOptions(ctx),
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  renamePasskey: (ctx, { params, body }) => done(renamePasskey(ctx, { id: params.id, name: body.name })),
  removePasskey: (ctx, { params }) => done(removePasskey(ctx, params)),
  notMe: (ctx, { body }) => done(notMe(ctx, body)),
  loginSecond: (ctx, { body }) => loginSecond(ctx, body),
  passkeyLoginOptions: (ctx, { body }) => passkeyLoginOptions(ctx, body),
  passkeyLogin: (ctx, { body }) => passkeyLogin(ctx, body),
};
