/** The permission catalogue, and what may be done in somebody's name, handed to the kit that mounts calls. */
import { everHeldBy } from '#core/iam/iam.rules.ts';
import { mayActFor } from '#core/identity/acting.rules.ts';
import type { Doors } from '#kit/server/http/mount.ts';
import { explainLimit } from '#sales/plans/server/refusal.service.ts';

export const doors: Doors = { everHeldBy, mayActFor, explain: explainLimit };
