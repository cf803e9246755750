/** Sample conversations: a channel with a thread and a file, and a direct one of the school, each with something unread, and one with support. */
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { findFiles } from '#core/files/server/list.service.ts';
import { createConversation } from '#talk/chat/server/conversations.service.ts';
import { react, read, send } from '#talk/chat/server/messages.service.ts';

type SampleMessage = { by: UserActor; text: string; mentions?: string[]; files?: string[]; replyTo?: number };

export async function fillSample({ as, operator, school }: SampleWorld): Promise<void> {
  const [miriam, jonas, aisha] = school.people;
  if (miriam === undefined || jonas === undefined || aisha === undefined) return;
  const say = async (id: string, lines: readonly SampleMessage[]) => {
    for (const { by, text, mentions = [], files = [], ...reply } of lines)
      await send(as(by), { id, body: { text, files, mentions, ...reply, key: newId() } });
  };
  const begun = async (by: UserActor, body: { kind: 'direct' | 'channel' | 'support'; name?: string; people: string[] }) =>
    (await createConversation(as(by), body)).id;

  const slides = await findFiles(as(miriam), 'functions-part-2', 1);
  const channel = await begun(jonas, { kind: 'channel', name: 'Science teachers', people: [miriam.userId, aisha.userId] });
  await say(channel, [
    { by: jonas, text: 'Good morning! Is the lab free on Thursday in the third lesson?' },
    { by: aisha, text: 'It is. I have put your name down.' },
    { by: jonas, text: 'Perfect, thank you. We look at onion cells: https://en.wikipedia.org/wiki/Plant_cell' },
    { by: miriam, text: 'Can you record it for those who are on the trip?' },
    { by: aisha, text: 'Twelve microscopes are ready. Is that enough?', replyTo: 2 },
    { by: jonas, text: 'One for two pupils, that works.', replyTo: 2 },
    { by: miriam, text: 'Here are my slides, in case they help.', files: slides.map(({ id }) => id) },
  ]);
  await react(as(jonas), { id: channel, number: 3, body: { reaction: 'like', state: 'on' } });
  await read(as(miriam), { id: channel, number: 8 });
  await say(channel, [
    { by: jonas, text: 'Sure, recording is on in Biology 10a.' },
    { by: aisha, text: 'Miriam, please tell the parents that there is a recording.', mentions: [miriam.userId] },
  ]);
  const direct = await begun(miriam, { kind: 'direct', people: [jonas.userId] });
  await say(direct, [
    { by: miriam, text: 'Jonas, do you have ten minutes after the staff call?' },
    { by: jonas, text: 'Yes, at 15:40. Here in Chat, or shall I start a meeting?' },
    { by: jonas, text: 'I bring the marks of 9b.' },
  ]);
  const support = await begun(miriam, { kind: 'support', people: [] });
  await say(support, [
    { by: miriam, text: 'Hello! Can our pupils join without an address of their own?' },
    { by: operator.actor, text: 'They can: give the account a short name, then they sign in as nordlicht/name.' },
    { by: miriam, text: 'That works, thank you.' },
  ]);
}
