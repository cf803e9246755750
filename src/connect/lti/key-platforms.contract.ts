/** Platforms of LTI 1.1, which come with a consumer key and a shared secret. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import {
  ltiAccess as access,
  platformParams as byId,
  platformDetail as detail,
  platformRules as rules,
  platformValues as values,
} from './platform-shapes.contract.ts';

export const keyPlatformCalls = {
  changeKeyLaunches: call({
    method: 'PUT',
    path: '/api/lti/key-launches',
    summary: 'Lets platforms in by a consumer key and a shared secret (LTI 1.1), or no longer.',
    access,
    body: z.object({ allowed: z.boolean() }),
    result: z.object({ allowed: z.boolean() }),
  }),
  addKeyPlatform: call({
    method: 'POST',
    path: '/api/lti/key-platforms',
    summary: 'Connects a platform of LTI 1.1; its consumer key is the client ID, and the shared secret is shown this once.',
    access,
    body: z.object({
      ...{ name: values.name, program: values.program, issuer: values.issuer },
      teachersMakeRooms: z._default(rules.teachersMakeRooms, true),
      roomOffer: z._default(rules.roomOffer, 'made_there'),
      launchPlace: z._default(rules.launchPlace, 'frame'),
    }),
    result: z.object({ ...detail.shape, secret: z.string() }),
    neverKept: 'neverKept',
    failures: { limit_reached: 402, key_launches_off: 409 },
  }),
  renewSecret: call({
    method: 'POST',
    path: '/api/lti/platforms/{id}/secret',
    summary: 'A new shared secret for a platform of LTI 1.1, shown this once; the old one is refused at once.',
    access,
    params: byId,
    body: z.object({ version: z.int() }),
    result: z.object({ secret: z.string() }),
    neverKept: 'neverKept',
    failures: { no_secret: 409, changed_meanwhile: 409 },
  }),
};
