/** The polls that are prepared in a room. */
import { isDeepStrictEqual } from 'node:util';
import { POLLS, type PollQuestion, pollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import type { Input } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findRoom } from '#meet/rooms/server/access.service.ts';
import type { RoomPolls, roomPollsCalls } from '../room-polls.contract.ts';
import { isWholePoll } from '../room-polls.rules.ts';
import { type PreparedKind, type PreparedList, setPrepared, shownList } from './prepared-lists.service.ts';

export const preparedPolls: PreparedKind<PollQuestion> = {
  name: 'polls',
  action: 'rooms.polls-set',
  module: 'atriumPolls',
  read: (kept) => kept.flatMap((one) => pollQuestion.safeParse(one).data ?? []).filter(isWholePoll),
  merge: ({ kept, sent }) =>
    [...kept, ...sent.filter((one) => !kept.some((other) => isDeepStrictEqual(one, other)))].slice(0, POLLS.prepared),
};

const shownPolls = ({ items, ...rest }: PreparedList<PollQuestion>): RoomPolls => ({ polls: items, ...rest });

export const listPolls = async (ctx: Ctx, roomId: string): Promise<RoomPolls> =>
  shownPolls(await shownList(ctx, preparedPolls, await findRoom(ctx, roomId, 'anywhere')));

type NewPolls = Input<typeof roomPollsCalls.set>['body'];
export const setPolls = async (ctx: Ctx, roomId: string, { polls, version }: NewPolls): Promise<RoomPolls> =>
  shownPolls(await setPrepared(ctx, preparedPolls, { roomId, items: polls, version }));
