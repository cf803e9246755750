import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { identityCalls } from '../identity.contract.ts';
import { makeChallenge } from './sign-in/bot-check.service.ts';
import { removePicture, setPicture } from './picture.service.ts';
import { cancelEmail, changeEmail } from './sign-up/email-change.service.ts';
import { linkInfo } from './sign-up/links.service.ts';
import { login } from './sign-in/login.service.ts';
import { changePassword, requestReset, updatePassword } from './passwords/own-password.service.ts';
import { getProfile, updateProfile } from './profile.service.ts';
import { exchangeToken } from './sessions/refresh.service.ts';
import { providerOfLink } from './social/social-arrivals.service.ts';
import { getUser, listSessions, logout, revokeOtherSessions, revokeSession } from './sessions/own-sessions.service.ts';
import { switchAccount } from './sessions/switch-account.service.ts';
import { confirmEmail, getSignUpPolicy, register, resendLink, signUp } from './sign-up/sign-up.service.ts';

/** For calls that answer nothing but "done". */
const done = async (work: Promise<void>): Promise<Record<string, never>> => {
  await work;
  return {};
};

export const identityHandlers: Handlers<typeof identityCalls, Ctx> = {
  login: (ctx, { body }) => login(ctx, body),
  user: (ctx) => getUser(ctx),
  token: (ctx, { body }) => exchangeToken(ctx, body),
  logout: (ctx, { body }) => done(logout(ctx, body.token ?? null)),
  challenge: (ctx, { query }) => makeChallenge(ctx, query.for),
  sessions: (ctx) => listSessions(ctx),
  revokeSession: (ctx, { params }) => done(revokeSession(ctx, params)),
  revokeOtherSessions: (ctx) => revokeOtherSessions(ctx),
  switchAccount: (ctx, { body }) => done(switchAccount(ctx, body)),
  signUpPolicy: (ctx) => getSignUpPolicy(ctx),
  signUp: (ctx, { body }) => done(signUp(ctx, body)),
  linkInfo: (ctx, { body }) => linkInfo(ctx, body, providerOfLink),
  resendLink: (ctx, { body }) => done(resendLink(ctx, body)),
  confirmEmail: (ctx, { body }) => confirmEmail(ctx, body),
  register: (ctx, { body }) => register(ctx, body),
  requestReset: (ctx, { body }) => done(requestReset(ctx, body)),
  updatePassword: (ctx, { body }) => done(updatePassword(ctx, body)),
  profile: (ctx) => getProfile(ctx),
  updateProfile: (ctx, { body }) => updateProfile(ctx, body),
  changePassword: (ctx, { body }) => done(changePassword(ctx, body)),
  changeEmail: (ctx, { body }) => done(changeEmail(ctx, body)),
  setPicture: (ctx, { body }) => setPicture(ctx, body),
  removePicture: (ctx) => removePicture(ctx),
  cancelEmail: (ctx) => cancelEmail(ctx),
};
