import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { socialCalls } from '#core/identity/social.contract.ts';
import { createPassword } from '#core/identity/server/passwords/first-password.service.ts';
import { connect, getArrival, giveEmail } from './social-arrivals.service.ts';
import { begin, beginLink, beginProof, finish, listProviders } from './social.service.ts';
import { listIdentities, unlink } from './social-ties.service.ts';

const done = async (work: Promise<void>): Promise<Record<string, never>> => {
  await work;
  return {};
};

export const socialHandlers: Handlers<typeof socialCalls, Ctx> = {
  providers: (ctx) => listProviders(ctx),
  begin: (ctx, { params }) => begin(ctx, params),
  link: (ctx, { params }) => beginLink(ctx, params),
  prove: (ctx, { params }) => beginProof(ctx, params),
  finish: (ctx, { body }) => finish(ctx, body),
  arrival: (ctx) => getArrival(ctx),
  giveEmail: (ctx, { body }) => done(giveEmail(ctx, body)),
  connect: (ctx) => done(connect(ctx)),
  identities: (ctx) => listIdentities(ctx),
  unlink: (ctx, { params }) => done(unlink(ctx, params)),
  createPassword: (ctx, { body }) => done(createPassword(ctx, body)),
};
