import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ltiCalls } from '../lti.contract.ts';
import { checkAddresses } from './checks.service.ts';
import { courses, launches, overview, testLaunch } from './overview.service.ts';
import { addKeyPlatform, changeKeyLaunches, renewSecret } from './platform-secrets.service.ts';
import { acceptDeployment, addPlatform, changePlatform, listPlatforms, platform, removePlatform } from './platforms.service.ts';
import { registration, startRegistration } from './registration.service.ts';

export const ltiHandlers: Handlers<typeof ltiCalls, Ctx> = {
  overview: (ctx) => overview(ctx),
  platforms: (ctx, { query }) => listPlatforms(ctx, query),
  platform: (ctx, { params }) => platform(ctx, params.id),
  addPlatform: (ctx, { body }) => addPlatform(ctx, body),
  changeKeyLaunches: (ctx, { body }) => changeKeyLaunches(ctx, body),
  addKeyPlatform: (ctx, { body }) => addKeyPlatform(ctx, body),
  renewSecret: (ctx, { params, body }) => renewSecret(ctx, params.id, body),
  changePlatform: (ctx, { params, body }) => changePlatform(ctx, params.id, body),
  removePlatform: (ctx, { params }) => removePlatform(ctx, params.id),
  acceptDeployment: (ctx, { params, body }) => acceptDeployment(ctx, params.id, body.deploymentId),
  checkAddresses: (ctx, { body }) => checkAddresses(ctx, body),
  startRegistration: (ctx, { body }) => startRegistration(ctx, body),
  registration: (ctx, { params }) => registration(ctx, params.id),
  testLaunch: (ctx, { params, body }) => testLaunch(ctx, params.id, body),
  courses: (ctx, { params, query }) => courses(ctx, params.id, query),
  launches: (ctx, { query }) => launches(ctx, query),
};
