/** A learning platform and its values, as forms and programs send and read them. Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import {
  courseParts,
  courseRoles,
  launchPlaces,
  ltiPrograms,
  platformRegistrations,
  platformStates,
  roomOffers,
  ltiLimits as max,
} from './lti.rules.ts';

export const ltiAccess = 'lti.manage';
export const ltiId = z.string().check(z.refine(isId, 'not_an_id'));
export const platformParams = z.object({ id: ltiId });
export const emptyResult = z.object({});
const oneLine = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'),
  );
/** `https`, or an address of this machine while the platform itself runs on one. */
export const webAddress = z
  .string()
  .check(z.trim(), z.maxLength(max.url), z.url({ protocol: /^https?$/, error: 'not_an_address' }));
export const deploymentId = oneLine(max.deploymentId);
const roleTable = z.record(z.enum(courseRoles), z.enum(courseParts));

/** What the platform shows us when it is registered by hand. */
export const platformValues = {
  name: oneLine(max.name),
  program: z.enum(ltiPrograms),
  issuer: webAddress,
  clientId: oneLine(max.clientId),
  deploymentIds: z.array(deploymentId).check(
    z.overwrite((all) => [...new Set(all)]),
    z.maxLength(max.deployments),
  ),
  authUrl: webAddress,
  tokenUrl: webAddress,
  keysUrl: webAddress,
};
/** What its people may do here. */
export const platformRules = {
  teachersMakeRooms: z.boolean(),
  roomOffer: z.enum(roomOffers),
  launchPlace: z.enum(launchPlaces),
  roles: roleTable,
};

export const platformItem = z.object({
  id: z.string(),
  name: z.string(),
  program: z.enum(ltiPrograms),
  issuer: z.string(),
  state: z.enum(platformStates),
  /** `itself`: by dynamic registration; `by_key`: LTI 1.1, whose consumer key is the client ID. */
  registered: z.enum(platformRegistrations),
  courses: z.number(),
  lastLaunchAt: z.nullable(z.number()),
});
export type LtiPlatform = z.infer<typeof platformItem>;
export const platformDetail = z.object({
  ...platformItem.shape,
  clientId: z.string(),
  deploymentIds: z.array(z.string()),
  authUrl: z.string(),
  tokenUrl: z.string(),
  keysUrl: z.string(),
  teachersMakeRooms: z.boolean(),
  roomOffer: z.enum(roomOffers),
  launchPlace: z.enum(launchPlaces),
  roles: roleTable,
  version: z.number(),
});
export type LtiPlatformDetail = z.infer<typeof platformDetail>;
