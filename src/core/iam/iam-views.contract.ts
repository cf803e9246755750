/** What is shown of an account's people. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { memberStates } from './iam.rules.ts';
import { keptStatements } from './policy.contract.ts';
import { preset } from './sets.contract.ts';

const named = z.object({ id: z.string(), name: z.string() });
const rights = z.object({ edit: z.boolean(), suspend: z.boolean(), remove: z.boolean(), reset: z.boolean() });
/** One of the account's people, or an invitation that nobody answered yet. */
export const memberItem = z.object({
  id: z.string(),
  kind: z.enum(['member', 'invitation']),
  name: z.string(),
  /** Of somebody who signs in by mail address; null for a sign-in with the account's alias. */
  email: z.nullable(z.string()),
  /** `alias/name`; null for a sign-in by mail address. */
  signInName: z.nullable(z.string()),
  state: z.enum(memberStates),
  preset,
  groups: z.array(named),
  lastActiveAt: z.nullable(z.number()),
  /** Has an authenticator app or a passkey; null while it is only an invitation. */
  secondFactor: z.nullable(z.boolean()),
  /** When the access ends, or an invitation runs out. */
  expiresAt: z.nullable(z.number()),
  createdAt: z.number(),
  me: z.boolean(),
  rights,
});
export type MemberItem = z.infer<typeof memberItem>;
export const memberDetail = z.extend(memberItem, {
  statements: keptStatements,
  boundary: z.nullable(keptStatements),
  sets: z.array(named),
  /** Who gave the own statements; null: the installation itself. */
  grantedBy: z.nullable(named),
  version: z.number(),
});
export type MemberDetail = z.infer<typeof memberDetail>;
