/** What the check against robots asks of a browser. */
import * as z from 'zod/mini';

/** Parameters of the proof of work as altcha-lib 2 makes them (PBKDF2/SHA-256). */
export const workChallenge = z.looseObject({
  parameters: z.looseObject({ algorithm: z.string() }),
  signature: z.optional(z.string()),
});
export const botChallenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proof-of-work'), challenge: workChallenge }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('recaptcha'), siteKey: z.string(), version: z.literal(3) }),
]);
export type BotChallenge = z.infer<typeof botChallenge>;
