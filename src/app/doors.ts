/** The permission catalogue, handed to the kit that mounts calls. */
import { everHeldBy } from '#core/iam/iam.rules.ts';
import type { Doors } from '#kit/server/mount.ts';

export const doors: Doors = { everHeldBy };
