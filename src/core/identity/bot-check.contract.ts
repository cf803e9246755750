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

/** The answer of the bot check: base64 of `{challenge, solution}` (proof of work) or the token of reCAPTCHA. */
export const botAnswer = z.optional(z.string().check(z.maxLength(8192)));
export const botFailures = { challenge_required: 400, challenge_failed: 400 } as const;
