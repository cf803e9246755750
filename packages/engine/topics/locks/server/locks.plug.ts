import type * as z from 'zod/mini';
import { groupsIn } from '#server/groups/group-meetings.ts';
import { peopleOf } from '#server/members.ts';
import { updateRights } from '#server/rights.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { type LocksState, locksTopic } from '#topics/locks/locks.topic.ts';

type LocksCommand = z.infer<typeof locksTopic.command>;
type LocksEvent = z.infer<typeof locksTopic.event>;

export const locksPlug: TopicPlug<LocksCommand, LocksEvent, LocksState> = {
  topic: locksTopic,
  needs: () => 'lock',
  opened: ({ plan }) => [{ is: 'created', ...plan.firstLocks }],
  decide({ seat, state, command }) {
    switch (command.do) {
      case 'set':
        return [{ is: 'set', locks: command.locks }];
      case 'on-join':
        if (state.onJoinFixed) return 'not-allowed';
        return state.onJoin === command.on ? [] : [{ is: 'on-join', on: command.on }];
      case 'except':
        if (!peopleOf(seat.meeting).some(({ id }) => id === command.member)) return 'unknown-member';
        return [{ is: 'excepted', member: command.member, on: command.on }];
    }
  },
  joined: ({ onJoin, arrived }, { id }) => (onJoin || arrived.includes(id) ? [] : [{ is: 'arrived', member: id }]),
  left: ({ arrived }, member) => (arrived.includes(member) ? [{ is: 'gone', member }] : []),
  about: ({ event, by }) => ('member' in event ? [event.member] : by === null ? [] : [by]),
  happened({ engine, meeting, state }, { event, by }) {
    updateRights(engine, meeting, by);
    if (event.is !== 'set') return;
    for (const { topics } of groupsIn(engine, meeting)) topics.get(locksTopic.name)?.add({ is: 'set', locks: state.locks });
  },
};
