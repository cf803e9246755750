/** Answers to puzzles, as a browser would give them: for tests, sample data and measurements. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

const puzzle = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.number(), z.string()])),
  }),
  signature: z.string(),
});

/** The text for the `challenge` field of a form. `challenge` is the puzzle as the server made it; throws when it is none. */
export async function solvePuzzle(challenge: unknown): Promise<string> {
  const asked = z.parse(puzzle, challenge);
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: asked, solution })).toString('base64');
}
