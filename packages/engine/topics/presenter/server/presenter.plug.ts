import type * as z from 'zod/mini';
import { peopleOf } from '#server/members.ts';
import type { Meeting, MeetingSeat } from '#server/model.ts';
import { updateRights } from '#server/rights.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announceUser } from '#server/webhooks.ts';
import { ASK_AGAIN_MS, type PresenterState, presenterTopic } from '#topics/presenter/presenter.topic.ts';

type PresenterCommand = z.infer<typeof presenterTopic.command>;
type PresenterEvent = z.infer<typeof presenterTopic.event>;
type PresenterPlug = TopicPlug<PresenterCommand, PresenterEvent, PresenterState>;

const assigned = ({ presenter }: PresenterState, member: string | null): PresenterEvent[] =>
  presenter === member ? [] : [{ is: 'assigned', member, before: presenter }];

const decide: PresenterPlug['decide'] = ({ seat, state, command, now }) => {
  switch (command.do) {
    case 'take':
      return assigned(state, seat.id);
    case 'stop':
      return state.presenter === seat.id ? assigned(state, nextPresenter(seat.meeting, seat.id)) : [];
    case 'give': {
      const isHere = peopleOf(seat.meeting).some(({ id }) => id === command.member);
      return isHere ? assigned(state, command.member) : 'unknown-member';
    }
    case 'request': {
      if (state.presenter === seat.id || state.requests.includes(seat.id)) return [];
      const declinedAt = state.declined[seat.id] ?? Number.NEGATIVE_INFINITY;
      return now - declinedAt < ASK_AGAIN_MS ? 'too-fast' : [{ is: 'requested', member: seat.id }];
    }
    case 'decline':
      if (!state.requests.includes(command.member)) return [];
      return [{ is: command.member === seat.id ? 'withdrawn' : 'declined', member: command.member }];
  }
};

/** The person may be gone already: hooks hear of them all the same. */
function announcePresenter(
  where: Parameters<NonNullable<PresenterPlug['happened']>>[0],
  member: string | null,
  turned: 'on' | 'off',
) {
  const pass = [...where.meeting.passes.values()].find(({ userId }) => userId === member);
  if (pass === undefined) return;
  const { name, role, guest } = pass;
  announceUser(
    where.engine,
    { id: pass.userId, pass, meeting: where.meeting },
    {
      id: turned === 'on' ? 'user-presenter-assigned' : 'user-presenter-unassigned',
      more: { name, role: role === 'moderator' ? 'MODERATOR' : 'VIEWER', presenter: turned === 'on', guest },
    },
  );
}

/** Groups have no host in them most of the time. */
const mayBegin = ({ pass, meeting }: MeetingSeat): boolean => pass.role === 'moderator' || Boolean(meeting.plan.breakout?.group);

function nextPresenter(meeting: Meeting, except: string): string | null {
  const others = peopleOf(meeting).filter((seat) => seat.id !== except && mayBegin(seat));
  return (others.find(({ pass }) => pass.role === 'moderator') ?? others[0])?.id ?? null;
}

/** As in BBB the first moderator presents, and when the presenter leaves another moderator does. */
export const presenterPlug: PresenterPlug = {
  topic: presenterTopic,
  needs({ command, seat }) {
    if (command.do === 'request' || command.do === 'stop' || (command.do === 'decline' && command.member === seat.id))
      return null;
    return 'choose-presenter';
  },
  decide,
  about: ({ event }) => ('before' in event ? [event.member, event.before] : [event.member]).filter((one) => one !== null),
  joined: (state, seat) => (state.presenter === null && mayBegin(seat) ? assigned(state, seat.id) : []),
  left(state, member, meeting) {
    if (state.presenter === member) return assigned(state, nextPresenter(meeting, member));
    return state.requests.includes(member) ? [{ is: 'withdrawn', member }] : [];
  },
  happened(where, { event, by }) {
    if (event.is !== 'assigned') return;
    announcePresenter(where, event.before, 'off');
    announcePresenter(where, event.member, 'on');
    updateRights(where.engine, where.meeting, by);
  },
};
