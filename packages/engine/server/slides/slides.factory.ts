import { ORIGIN, topicCommand } from '#server/engine.factory.ts';
import type { Browser, EngineDoor, TestEngine } from '#server/engine.factory.ts';
import { slidesOf } from '#server/slides/decks.ts';
import type { SlidesState } from '#topics/slides/slides.topic.ts';

export const slidesCommand = (command: object) => topicCommand('slides', command);

type UploadAnswer = { status: number; deck: string; error: string };

/** Sends a document as the page of a meeting does. */
export async function upload(
  engine: EngineDoor,
  { token, name = 'Lesson.pdf', body, origin = ORIGIN }: { token: string; name?: string; body: string; origin?: string },
): Promise<UploadAnswer> {
  const response = await fetch(`${engine.base}/session/deck?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'x-session-token': token, origin },
    body,
  });
  const answer: Partial<UploadAnswer> = JSON.parse(await response.text());
  return { deck: '', error: '', ...answer, status: response.status };
}

/** `file`: the deck and the name of the file in it. */
export const fetchPage = (engine: EngineDoor, file: string, init?: RequestInit): Promise<Response> =>
  fetch(`${engine.base}/session/pages/${file}`, init);

export function slidesIn({ engine }: TestEngine): SlidesState {
  const meeting = engine.meetings.get('room');
  if (meeting === undefined) throw new Error('there is no such meeting');
  return slidesOf(meeting);
}

type SlidesEvent = { is: string; deck?: string | { id: string } } & Record<string, unknown>;
const isSlidesEvent = (value: unknown): value is SlidesEvent => typeof value === 'object' && value !== null && 'is' in value;

/** Events of slides that a browser heard. */
export const slidesEvents = ({ heard }: Browser): SlidesEvent[] =>
  heard.flatMap((one) => (one.t === 'topic-event' && one.topic === 'slides' && isSlidesEvent(one.event) ? [one.event] : []));
