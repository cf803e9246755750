/** Sample tickets: one that waits for the customer, with a note of staff, and two that nobody has taken yet. */
import type { SampleWorld } from '#kit/server/sample.ts';
import { answerTicket, noteOnTicket } from '#talk/tickets/server/answering.service.ts';
import { createIssue } from '#talk/tickets/server/issues.service.ts';
import { getTicket } from '#talk/tickets/server/tickets.service.ts';

export async function fillSample({ as, operator, school }: SampleWorld): Promise<void> {
  const roomId = school.rooms.get('Office hours');
  if (roomId === undefined) return;
  const [asks, answers] = [as(school.actor), as(operator.actor)];
  await createIssue(asks, {
    ...{ subject: 'Invoices to a second address', category: 'billing', impact: 'question', files: [] },
    ...{
      text: 'Our accounting wants each invoice, too. Can you send them to accounts@example.org as well?',
      about: null,
      snapshot: 'without',
    },
  });
  await createIssue(asks, {
    ...{ subject: 'Moodle says “checksum error”', category: 'api', impact: 'some', files: [], about: null, snapshot: 'without' },
    text: 'Since this morning our Moodle cannot start meetings. Nothing was changed on our side.',
  });
  const { id } = await createIssue(asks, {
    ...{ subject: 'Echo in office hours', category: 'meetings', impact: 'one', files: [], snapshot: 'with' },
    text: 'From about 08:10 everybody heard themselves half a second later. It stopped when I left and came back.',
    about: { kind: 'room', id: roomId },
  });
  await noteOnTicket(answers, { id, body: { text: 'Same lab as in May: two laptops in one room.', files: [] } });
  const { lastMessageId: after } = await getTicket(answers, id);
  const text = 'Two laptops in one room hear each other.\n\nCan you mute one of them and tell me whether the echo is gone?';
  await answerTicket(answers, { id, body: { text, files: [], ends: 'wait', after } });
}
