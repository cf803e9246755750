/** Mailed links, as their holder sees them. Times are epoch milliseconds. */
import * as z from 'zod/mini';

/** What a link is for, without using it. `email` is visible to anyone with the link. */
export const linkView = z.object({
  kind: z.enum([
    'sign-up',
    'registration',
    'email-change',
    'reset',
    'invitation',
    'first-run',
    'membership',
    'first-sign-in',
    'not-me',
  ]),
  state: z.enum(['good', 'expired', 'used']),
  /** The address, or the `alias/name` to sign in with. */
  email: z.nullable(z.string()),
  /** The account that an invitation leads into, when it is there already. */
  organisation: z.nullable(z.string()),
  /** Who invited to it, by name. */
  inviter: z.nullable(z.string()),
  /** The name that the inviter gave the invited person. */
  invitee: z.nullable(z.string()),
  /** The provider that this browser came by: its registration needs no password. */
  provider: z.nullable(z.object({ name: z.string(), person: z.string() })),
  expiresAt: z.number(),
});
export type LinkView = z.infer<typeof linkView>;
