/** The people who work for the operator, and acting in a customer's name. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { emailField, localeField, nameField, signedIn, timeZoneField } from '#core/identity/identity.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { reasonField } from './admin.contract.ts';
import { staffRoleNames } from './admin.rules.ts';

const byId = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const role = z.enum(staffRoleNames);
const roles = z.array(role).check(z.minLength(1), z.maxLength(staffRoleNames.length));
const failures = { exceeds_own: 403, own_place: 403, proof_needed: 403 } as const;

export const staffView = z.object({
  /** Of the person. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  permissions: z.array(z.string()),
  /** `invited`: no password was set yet. */
  state: z.enum(['active', 'invited', 'suspended']),
  since: z.number(),
  rights: z.object({ edit: z.boolean() }),
});
export type StaffView = z.infer<typeof staffView>;

export const staffCalls = {
  list: call({
    method: 'GET',
    path: '/api/staff',
    summary: 'The people who work for the operator, with their roles.',
    access: 'staff.manage',
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({
      items: z.array(staffView),
      next: z.nullable(z.string()),
      /** Roles that the reader may give. */ mayGive: z.array(role),
    }),
  }),
  add: call({
    method: 'POST',
    path: '/api/staff',
    summary: 'Gives somebody a place among the staff. Who is new gets a mail with a link that sets the password.',
    access: 'staff.manage',
    body: z.strictObject({ email: emailField, name: nameField, locale: localeField, timeZone: timeZoneField, roles }),
    result: staffView,
    failures: { already_member: 409, ...failures },
  }),
  change: call({
    method: 'PATCH',
    path: '/api/staff/{id}',
    summary: 'Changes the roles of one of the staff; counts from their next request on.',
    access: 'staff.manage',
    params: byId,
    body: z.strictObject({ roles }),
    result: staffView,
    failures,
  }),
  remove: call({
    method: 'POST',
    path: '/api/staff/{id}/remove',
    summary: 'Takes somebody’s place among the staff away and ends their sessions in it.',
    access: 'staff.manage',
    params: byId,
    body: z.strictObject({}),
    result: z.object({}),
    failures,
  }),
};

export const actingCalls = {
  start: call({
    method: 'POST',
    path: '/api/acting',
    summary:
      'Opens a session in the name of an account’s owner for 30 minutes. It changes no password, second factor, owner or key, and the owner is told.',
    access: 'users.impersonate',
    body: z.strictObject({ accountId: z.string().check(z.maxLength(40)), reason: reasonField }),
    result: z.extend(signedIn, { ends: z.number() }),
    failures: { acting_refused: 403, proof_needed: 403 },
  }),
  end: call({
    method: 'POST',
    path: '/api/acting/end',
    summary: 'Stops acting for a customer and goes on as oneself. Knows the way back by a cookie.',
    access: 'guest',
    body: z.strictObject({}),
    result: signedIn,
    failures: { acting_over: 410 },
  }),
};
