import { ORIGIN, person, topicCommand } from '#server/engine.factory.ts';
import type { Browser, EngineDoor, Person } from '#server/engine.factory.ts';
import type { GroupsView, PlannedGroup } from '#topics/groups/group-schemas.ts';
import { groupsViewTopic } from '#topics/groups/groups.topic.ts';

export const groupsCommand = (command: object) => topicCommand('groups', command);

/** Groups of people of whom the test knows only their ids. */
export const planned = (...groups: string[][]): PlannedGroup[] =>
  groups.map((keys) => ({ name: '', people: keys.map((key) => ({ key, name: key })) }));

const options = {
  ...{ mode: 'assigned', minutes: null, takeSlides: false, record: false, everyoneDraws: false, mayChange: false },
};
export const startGroups = (host: Browser, groups: PlannedGroup[], change: object = {}) =>
  host.ask(groupsCommand({ do: 'start', groups, ...options, ...change }));

/** What the page of somebody shows, once it fits. */
export async function seesGroups(who: Browser, fits: (view: GroupsView) => boolean = () => true): Promise<GroupsView> {
  const read = (state: unknown) => groupsViewTopic.state.parse(state);
  const heard = await who.hears('topic-state', ({ topic, state }) => topic === 'groups' && fits(read(state)));
  return read(heard.state);
}

/** The same, but of now: what was seen before does not count. */
export const nowSees = (who: Browser): GroupsView | undefined =>
  who.heard
    .flatMap((one) => (one.t === 'topic-state' && one.topic === 'groups' ? [groupsViewTopic.state.parse(one.state)] : []))
    .at(-1);

export async function askForGroup(
  engine: EngineDoor,
  body: { sessionToken: string; to: unknown },
  origin: string = ORIGIN,
): Promise<{ status: number; sessionToken: string; error: string }> {
  const response = await fetch(`${engine.base}/session/group`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify(body),
  });
  const answer: { sessionToken?: string; error?: string } = JSON.parse(await response.text());
  return { status: response.status, sessionToken: answer.sessionToken ?? '', error: answer.error ?? '' };
}

type Named = { userID: string; role?: string };
export const joinRoom = (engine: EngineDoor, { userID, role = 'VIEWER' }: Named): Promise<Person> =>
  person(engine, { meetingID: 'room', fullName: userID.toUpperCase(), role, userID });
