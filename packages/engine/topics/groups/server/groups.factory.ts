import { greet, ORIGIN, person, topicCommand } from '#server/engine.factory.ts';
import type { Browser, EngineDoor, Person, TestEngine } from '#server/engine.factory.ts';
import { groupsIn } from '#server/groups/group-meetings.ts';
import type { Meeting } from '#server/model.ts';
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

type GroupAnswer = { status: number; sessionToken: string; error: string };
export async function askForGroup(
  engine: EngineDoor,
  body: { sessionToken: string; to: unknown },
  origin: string = ORIGIN,
): Promise<GroupAnswer> {
  const init = { method: 'POST', headers: { origin }, body: JSON.stringify(body) };
  const response = await fetch(`${engine.base}/session/group`, init);
  const answer: Partial<GroupAnswer> = JSON.parse(await response.text());
  return { sessionToken: '', error: '', ...answer, status: response.status };
}

/** Takes a person of the main room into a group. */
export async function goTo(engine: EngineDoor, { token: sessionToken }: Pick<Person, 'token'>, to: number) {
  const { sessionToken: token, error } = await askForGroup(engine, { sessionToken, to });
  if (error !== '') throw new Error(`not let into the group: ${error}`);
  return { ...(await greet(engine, { token })), token };
}

type Named = { userID: string; role?: string };
export const joinRoom = (engine: EngineDoor, { userID, role = 'VIEWER' }: Named): Promise<Person> =>
  person(engine, { meetingID: 'room', fullName: userID.toUpperCase(), role, userID });

export function mainRoom({ engine }: TestEngine): Meeting {
  const meeting = engine.meetings.get('room');
  if (meeting === undefined) throw new Error('there is no such meeting');
  return meeting;
}
export const groupMeetings = (engine: TestEngine): Meeting[] => groupsIn(engine.engine, mainRoom(engine));
