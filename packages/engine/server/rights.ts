/** Keeps what each person may do true to role, presenter, who draws, and locks. */
import * as z from 'zod/mini';
import { type Capability, type MeetingRules, rightsOf } from '#protocol/rights.ts';
import { peopleOf, tellMembersTo } from '#server/members.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import { muteMics, type SourceDeed, stopSources } from '#server/source-control.ts';
import { setVisibility } from '#server/visibility.ts';
import { boardTopic } from '#topics/board/board.topic.ts';
import { type BoardDrawers, drawers } from '#topics/board/board-elements.ts';
import { type LocksState, locksTopic } from '#topics/locks/locks.topic.ts';
import { type PresenterState, presenterTopic } from '#topics/presenter/presenter.topic.ts';

/** Who a page takes for the one who steers by the API: nobody in the room. */
const OUTSIDE = 'console';

export const locksOf = ({ topics }: Meeting): LocksState =>
  locksTopic.state.parse(topics.get(locksTopic.name)?.state() ?? locksTopic.empty);
const presenterIn = ({ topics }: Meeting): PresenterState['presenter'] =>
  presenterTopic.state.parse(topics.get(presenterTopic.name)?.state() ?? presenterTopic.empty).presenter;

// what is drawn is large, and is not read through for this
const boardDrawers = z.object({ drawers });
function drawersOf({ topics }: Meeting): BoardDrawers {
  const read = z.safeParse(boardDrawers, topics.get(boardTopic.name)?.state());
  return read.success ? read.data.drawers : boardTopic.empty.drawers;
}

function rulesOf({ plan }: Meeting, { locks }: LocksState): MeetingRules {
  const { recording, mayStopCameras, guestsMayModerate, disabledFeatures } = plan;
  const [mayRecord, mayUnmuteOthers] = [recording.allowed && recording.bySwitch, plan.page.unmute !== 'never'];
  return { locks, mayRecord, mayStopCameras, mayUnmuteOthers, guestsMayModerate, disabledFeatures };
}

/** Computes rights for any seat of a meeting as it is now. */
function rightsIn(meeting: Meeting): (seat: MeetingSeat) => ReadonlySet<Capability> {
  const state = locksOf(meeting);
  const [rules, presenter] = [rulesOf(meeting, state), presenterIn(meeting)];
  const exempt = new Set([...state.exempt, ...state.arrived]);
  const { who, chosen } = drawersOf(meeting);
  return ({ id, pass: { role, guest, page } }) => {
    const draws = who === 'everyone' || (who === 'chosen' && chosen.includes(id));
    const standing = { role, guest, draws, presenter: id === presenter, exempt: exempt.has(id), listensOnly: page.listensOnly };
    return rightsOf(standing, rules);
  };
}

/** Before a person is welcomed. */
export function giveRights(seat: MeetingSeat): void {
  seat.rights = rightsIn(seat.meeting)(seat);
}

const isSame = (a: ReadonlySet<Capability>, b: ReadonlySet<Capability>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));

/** What is open and may not be any more is closed; nothing is ever opened for somebody. */
function closeForbidden(deed: SourceDeed): void {
  const { rights } = deed.target;
  if (!rights.has('speak')) muteMics(deed);
  if (!rights.has('film')) stopSources(deed, ['cam']);
  if (!rights.has('share')) stopSources(deed, ['screen', 'screen-audio']);
}

/** After a change of roles, presenter, who draws, or locks. `by`: a member id, null for the engine and the API. */
export function updateRights(engine: Engine, meeting: Meeting, by: string | null): void {
  const rightsFor = rightsIn(meeting);
  const [people, changed] = [peopleOf(meeting), new Set<MeetingSeat>()];
  const saw = new Set(people.filter(({ rights }) => rights.has('see-people')));
  for (const seat of people) {
    const rights = rightsFor(seat);
    if (isSame(rights, seat.rights)) continue;
    seat.rights = rights;
    changed.add(seat);
  }
  if (changed.size === 0) return;
  for (const seat of changed) seat.line?.send({ t: 'rights', rights: [...seat.rights] });
  for (const target of changed) closeForbidden({ engine, by: { id: by ?? OUTSIDE }, target });
  setVisibility(engine);
  for (const seat of people) if (!seat.rights.has('see-people') || !saw.has(seat)) tellMembersTo(seat);
  for (const topic of meeting.topics.values()) topic.refresh();
}
