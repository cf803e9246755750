/** Polls that are prepared in a room; its meetings on the embedded engine begin with them. */
import { POLLS, pollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isWholePoll } from './room-polls.rules.ts';

const byRoom = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const roomPolls = z.object({
  /** In order. */
  polls: z.array(pollQuestion),
  /** Counts the changes; to be sent with the next one. */
  version: z.number(),
  rights: z.object({ edit: z.boolean() }),
});
export type RoomPolls = z.output<typeof roomPolls>;

export const roomPollsCalls = {
  list: call({
    method: 'GET',
    path: '/api/rooms/{id}/polls',
    summary: 'The polls that are prepared in a room.',
    access: 'rooms.view',
    params: byRoom,
    result: roomPolls,
  }),
  set: call({
    method: 'PUT',
    path: '/api/rooms/{id}/polls',
    summary: 'Sets the polls that are prepared in a room, in order. They reach its next meeting.',
    access: 'rooms.edit',
    params: byRoom,
    body: z.object({
      polls: z.array(pollQuestion.check(z.refine(isWholePoll, 'poll_unfinished'))).check(z.maxLength(POLLS.prepared)),
      /** As it was read; 0 where nothing was prepared yet. */
      version: z.int(),
    }),
    bodyLimit: 500_000,
    result: roomPolls,
    failures: { changed_meanwhile: 409 },
  }),
};
