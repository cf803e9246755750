/** Takes a meeting apart for its journal. Made new several times a second and compared with what is written: so no change can be forgotten. */
import type { SectionTexts } from '#server/journal/journal-file.ts';
import type { SavedDelivery } from '#server/journal/journal-schemas.ts';
import type { Engine, Meeting, JoinPass, MeetingSeat } from '#server/model.ts';

/** Sets and maps become lists, also those that a plan gets one day. */
const jsonWithLists = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Map || inner instanceof Set ? [...inner] : inner));

function meetingText(meeting: Meeting): string {
  const { passes: _passes, seats: _seats, topics: _topics, recorder: _recorder, people: _people, ...rest } = meeting;
  return jsonWithLists(rest);
}

// many of them, several times a second: spread lists are ten times faster than a function that looks at each value
const passText = ({ meeting: _meeting, customData, ...rest }: JoinPass): string =>
  JSON.stringify({ ...rest, customData: [...customData] });

const seatText = ({ pass, state, secretHash, joinedAt, sources, done }: MeetingSeat): string =>
  JSON.stringify({
    ...{ pass: pass.tokenHash, isWaiting: state === 'waiting', secretHash, joinedAt },
    ...{ sources: [...sources], done: [...done] },
  });

function recorderSection({ recorder }: Meeting): [string, string][] {
  if (recorder === null) return [];
  const { id, state, recording } = recorder;
  const saved = { id, state, running: recording.running(), position: recording.position() };
  return [['recorder', JSON.stringify(saved)]];
}

export function sectionsOfMeeting(meeting: Meeting): SectionTexts {
  const sections = new Map([['meeting', meetingText(meeting)], ...recorderSection(meeting)]);
  for (const [hash, pass] of meeting.passes) sections.set(`pass/${hash}`, passText(pass));
  for (const [id, seat] of meeting.seats) sections.set(`seat/${id}`, seatText(seat));
  // a group's people are in the journal of its main room
  if (!meeting.plan.breakout?.group)
    for (const [id, deeds] of meeting.people) sections.set(`person/${id}`, JSON.stringify(deeds));
  for (const [name, topic] of meeting.topics)
    for (const [part, text] of topic.saved()) sections.set(part === '' ? `topic/${name}` : `topic/${name}/${part}`, text);
  return sections;
}

/** What outlives a meeting: hooks, and what is on its way to them and to callbacks. */
export function sectionsOfEngine({ hooks, deliveries }: Engine): SectionTexts {
  const sections = new Map([...hooks].map(([id, hook]) => [`hook/${id}`, JSON.stringify(hook)]));
  for (const { id, kept, url, meeting, body, attempt } of deliveries) {
    if (kept.kind === 'recording') continue;
    sections.set(`delivery/${id}`, JSON.stringify({ ...kept, url, meeting, body, attempt } satisfies SavedDelivery));
  }
  return sections;
}
