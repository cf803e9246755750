/** A weekly series with a guest, and what their calendar program sends back, for tests. */
import { newId } from '#kit/server/ids.ts';
import type { InboundLetter } from '#core/inbound/server/inbound.events.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { takeReply } from './answering.service.ts';
import { buildLetter } from './calendar-replies.factory.ts';
import { inviteesOf, seriesById } from './schedule.queries.ts';

type World = Awaited<ReturnType<typeof testWorld>>;
/** Three days before the series, so that its dates are known. */
export async function openGuestWorld(): Promise<World> {
  const world = await testWorld({ env: { MAIL_FROM: 'hello@meet.example', INBOUND_ADDRESS: 'mail@replies.example.com' } });
  world.clock.advance(Date.UTC(2030, 10, 29, 9) - world.clock.now());
  return world;
}

/** A weekly series in Berlin that a guest is invited to. */
export async function inviteGuest(world: World) {
  const owner = await buildPerson(world, { name: 'Olga Host' });
  const room = await buildRoom(world, owner);
  const email = `${newId().slice(-8)}@example.net`;
  const made = await world.api(owner).schedule.create({
    body: {
      ...{ roomId: room.id, title: 'Parents evening', zone: 'Europe/Berlin', start: '2030-12-02T18:00', minutes: 60 },
      ...{ repeat: { unit: 'week', count: 4 }, invitees: [email] },
    },
  });
  const { read } = world.ctx().system;
  const [series, [invitee]] = [await seriesById(read, made.seriesId), await inviteesOf(read, made.seriesId)];
  if (series === null || invitee === undefined) throw new Error('nobody is invited');
  const shown = async () => (await world.api(owner).schedule.get({ params: { id: series.id } })).invitees[0];
  const notices = async () =>
    (await world.api(owner).notices.list({ query: {} })).items.map(({ kind, data }) => ({ kind, data }));
  const mails = async () => (await mailsTo(world, owner.email)).filter(({ template }) => template === 'schedule.guestWrote');
  const take = (letter: Partial<InboundLetter>) =>
    takeReply(world.ctx(), { id: invitee.id, letter: buildLetter({ from: email, ...letter }) });
  return { owner, email, series, invitee, shown, notices, mails, take };
}
type Event = { uid: string; email: string; method?: string; partstat?: string; lines?: readonly string[] };
export const calendarOf = ({ uid, email, method = 'REPLY', partstat = 'ACCEPTED', lines = [] }: Event) =>
  [
    ...['BEGIN:VCALENDAR', 'PRODID:-//Own//Case//EN', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20261129T090000Z', 'SEQUENCE:0', 'DTSTART:20301209T170000Z', 'DTEND:20301209T180000Z', ...lines],
    `ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=${partstat};CN=x:mailto:${email}`,
    ...['SUMMARY:Parents evening', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
