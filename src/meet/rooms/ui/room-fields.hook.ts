import * as z from 'zod/mini';
import { newRoom, roomDefaultsFields } from '../room-fields.contract.ts';
import { bodyOf, type DefaultsDraft, defaultsOf, type RoomDraft } from './room-draft.hook.ts';

// Forms load their schema after they are shown: no page of this domain carries zod at once.

/** The contract's own schema over what is typed; the names of the fields are the same. */
export const draftSchema = z.pipe(
  z.transform((draft: RoomDraft) => bodyOf(draft)),
  newRoom,
);

/** What new rooms start with, typed into the same form. */
export const defaultsSchema = z.pipe(
  z.transform((draft: DefaultsDraft) => defaultsOf(draft)),
  roomDefaultsFields,
);
