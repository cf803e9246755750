/** Two accounts that share rooms. */
import type { SampleWorld } from '#kit/server/sample.ts';
import { answerOffer, offer } from '../network.service.ts';
import { accept, ask, partners } from '../partners.service.ts';

/** `taken` rooms are open to everybody there, the others wait for an answer. */
const offers = [
  { by: 'musicSchool', room: 'Open rehearsal', role: 'participant', answer: 'taken' },
  { by: 'musicSchool', room: 'Violin lessons', role: 'participant', answer: 'open' },
  { by: 'school', room: 'Choir', role: 'participant', answer: 'taken' },
] as const;

/** Makes the two accounts partners and lets them offer rooms to each other. */
export async function fillSample({ as, school, musicSchool }: SampleWorld): Promise<void> {
  await ask(as(school.actor), (await partners(as(musicSchool.actor))).code);
  for (const { id } of (await partners(as(musicSchool.actor))).items) await accept(as(musicSchool.actor), id);
  for (const { by, room, role, answer: answered } of offers) {
    const [giver, taker] = by === 'school' ? [school, musicSchool] : [musicSchool, school];
    const { id } = await offer(as(giver.actor), { roomId: giver.rooms.get(room) ?? '', to: taker.actor.accountId, role });
    if (answered === 'taken')
      await answerOffer(as(taker.actor), { id, body: { state: 'accepted', who: 'everyone', people: [] } });
  }
}
