/** What the measurements of the endpoint find: two customers, meetings that run, recordings, a pool of servers. */
import { signQuery } from '@atrium/bbb/checksum';
import { sealPasswords } from '#meet/meetings/server/external/external-asked.service.ts';
import { saidOf } from '#meet/meetings/server/said.service.ts';
import { askServer } from '#meet/servers/server/servers.service.ts';
import type { Fake } from './callers.ts';
import { type Building, type Customer, fillMeetings, type Listed } from './endpoint-stage.ts';

/** More than are asked within the second for which an answer may be shared. */
const lookedAt = 5_000;

export type Made = { looks: Listed[]; customer: Customer; lister: Customer; lists: Listed[] };

const atOnce = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>) => {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
};

export const fakePath = (fake: Fake, call: string, query: string) =>
  `/bigbluebutton/api/${call}?${signQuery({ call, query, secret: fake.secret, hash: 'sha256' })}`;
async function askFake(fake: Fake, call: string, query: string): Promise<void> {
  const text = await (await fetch(`http://127.0.0.1:${fake.port}${fakePath(fake, call, query)}`, { redirect: 'manual' })).text();
  if (!text.includes('<returncode>SUCCESS')) throw new Error(`the fake refused ${call}: ${text.slice(0, 400)}`);
}

async function fillFake(fake: Fake, meetings: readonly Listed[], people: number): Promise<void> {
  await atOnce(meetings, async ({ id }) => {
    await askFake(
      fake,
      'create',
      `meetingID=${id}&name=Lesson&attendeePW=attendee&moderatorPW=moderator&meta_bbb-origin=Moodle&meta_bbb-context=Mathematics`,
    );
    for (let at = 0; at < people; at++)
      await askFake(fake, 'join', `meetingID=${id}&fullName=Person+${at}&userID=person-${at}&role=VIEWER&redirect=false`);
  });
}

export const listedMeetings = 50;
export const listedRecordings = 100;

async function fillLists(to: Building, lister: Customer, at: { fake: Fake; passwords: string }): Promise<Listed[]> {
  const { fake, passwords } = at;
  const [server] = await to.servers(['lists'], fake);
  if (server === undefined) throw new Error('no server');
  const { accountId } = lister;
  const lists = await fillMeetings(to, { accountId, server, count: listedMeetings, passwords, prefix: 'list' });
  await fillFake(fake, lists, 5);
  const asked = await askServer(to.ctx, server);
  if ('failed' in asked) throw new Error(asked.failed);
  for (const one of asked.meetings)
    await to.owner.query('update meetings set said = $2, people = 5, people_peak = 5, first_join_at = now() where id = $1', [
      one.meetingID,
      JSON.stringify(saidOf(one)),
    ]);
  for (let at = 0; at < listedRecordings; at++)
    await fake.tell({ do: 'recording', meetingID: lists[at % lists.length]?.id, recordID: `rec-${at}`, announce: false });
  await to.owner.query(
    `insert into recordings (id, account_id, record_id, server_id, external_id, name, state, visibility, started_at, ended_at, length_ms, people, bytes, metadata, formats)
     select gen_random_uuid(), $1, 'rec-' || n, $2, 'list-' || (n % ${listedMeetings}), 'Lesson', 'published', 'link', now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '45 minutes', 2700000, 5, 12345678,
       '{"bbb-origin": "Moodle", "bbb-context": "Mathematics", "meetingId": "x", "meetingName": "Lesson", "isBreakout": "false"}',
       jsonb_build_array(jsonb_build_object('type', 'presentation', 'url', 'http://127.0.0.1/playback/presentation/rec-' || n, 'lengthMs', 2700000, 'bytes', 12345678, 'images', '[]'::jsonb))
     from generate_series(0, ${listedRecordings - 1}) n`,
    [accountId, server.id],
  );
  return lists;
}

/** `lists` has few meetings, `looks` many, and `creates` none: the longer a fake's list, the slower it makes another. */
export type Fakes = { looks: Fake; lists: Fake; creates: Fake };

/** A pool of 100 servers. The two that have meetings already take no new ones. */
export async function fill(to: Building, fakes: Fakes): Promise<Made> {
  const passwords = sealPasswords(to.ctx, { attendeePW: 'attendee', moderatorPW: 'moderator' });
  const customer = await to.customer('looks');
  const lister = await to.customer('lists');
  const [server] = await to.servers(['looks'], fakes.looks);
  if (server === undefined) throw new Error('no server');
  const looks = await fillMeetings(to, { accountId: customer.accountId, server, count: lookedAt, passwords, prefix: 'course' });
  await fillFake(fakes.looks, looks, 1);
  const lists = await fillLists(to, lister, { fake: fakes.lists, passwords });
  await to.owner.query("update servers set state = 'draining'");
  await to.servers(
    Array.from({ length: 98 }, (_none, at) => `server-${at}`),
    fakes.creates,
  );
  return { looks, customer, lister, lists };
}
