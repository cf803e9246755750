/** What the access explanation needs from domains after iam: the names by which a request would refer to a thing, and its owner. */
import type { AskedFor, ThingOf } from '#core/iam/server/explain.service.ts';
import { namesFor } from '#core/iam/iam.rules.ts';
import { isOwnMeeting } from '#meet/meetings/meetings.rules.ts';
import { recordingThing } from '#meet/recordings/server/recordings.service.ts';
import { partsIn } from '#meet/rooms/server/access.service.ts';
import { isOwnRoom, namesOfRoom, type RoomAsker } from '#meet/rooms/rooms.rules.ts';
import { isId } from '#kit/ids.ts';

/** Holds every permission that statements can grant, because the access explanation decides by itself. */
const askerFor = (person: AskedFor): NonNullable<RoomAsker> => ({ ...person, scope: namesFor(person.accountKind) });

export const thingOf: ThingOf = async (ctx, person, { action, kind, id }) => {
  if (!isId(id)) return null;
  const asker = askerFor(person);
  if (kind === 'recording') return recordingThing(ctx, asker, { action, id });
  const found = await partsIn(ctx, asker, id);
  if (found === null) return null;
  return { names: namesOfRoom(found.row), own: isOwnRoom(found.role, action) || isOwnMeeting(found.role, action) };
};
