import type { PlayerManifest, ShownEvent, PlayerTrack } from './manifest.hook.ts';
import type { SlideVisit } from './slides.hook.ts';

type ShownEventByType<T extends ShownEvent['type']> = Extract<ShownEvent, { type: T }>;
const of = <T extends ShownEvent['type']>(events: readonly ShownEvent[], type: T): ShownEventByType<T>[] =>
  events.filter((one): one is ShownEventByType<T> => one.type === type);

export type PlayerPerson = { id: string; name: string; muted: 'muted' | 'open' };
export type PlayerMoment = { people: PlayerPerson[]; speaking: readonly string[] };

/** Who was there, who was muted and who talked at that time. Milliseconds. */
export function momentAt(events: readonly ShownEvent[], time: number): PlayerMoment {
  const people = new Map<string, { name: string; mics: Map<string, boolean> }>();
  let speaking: readonly string[] = [];
  for (const one of events) {
    if (one.at > time) break;
    if (one.type === 'member') {
      const mics = one.sources.filter(({ source }) => source === 'mic').map(({ key, muted }) => [key, muted] as const);
      people.set(one.id, { name: one.name, mics: new Map(mics) });
    }
    if (one.type === 'gone') people.delete(one.id);
    if (one.type === 'mute') {
      const mics = people.get(one.id)?.mics;
      if (mics?.has(one.key) === true) mics.set(one.key, one.on);
    }
    if (one.type === 'speaking') speaking = one.ids;
  }
  const muted = (mics: Map<string, boolean>) => [...mics.values()].every((one) => one);
  return {
    speaking,
    people: [...people].map(([id, { name, mics }]) => ({ id, name, muted: muted(mics) ? 'muted' : 'open' })),
  };
}

/** Names of everybody who was ever there. */
export const namesOf = (events: readonly ShownEvent[]): Map<string, string> =>
  new Map(of(events, 'member').map(({ id, name }) => [id, name]));

export const chatOf = (events: readonly ShownEvent[]): ShownEventByType<'chat'>[] => of(events, 'chat');

/** `missing`: milliseconds of the meeting that were not recorded before this place. `slide`: a page that is shown from here on. */
export type PlayerChapter = { at: number; by: string | null; missing?: number; slide?: SlideVisit };

/** Pages that were only leafed through are no chapters. Milliseconds. */
const chapterFrom = 3000;

/** Pages, and places that somebody marked or where something is missing, in order; the beginning is always one. */
export function chaptersOf(events: readonly ShownEvent[], visits: readonly SlideVisit[] = []): PlayerChapter[] {
  const pages = visits.flatMap((slide): PlayerChapter[] =>
    slide.until - slide.at < chapterFrom ? [] : [{ at: slide.at, by: null, slide }],
  );
  const beginning = pages[0]?.at === 0 ? [] : [{ at: 0, by: null }];
  const marks = events.flatMap((one): PlayerChapter[] => {
    if (one.type === 'marker') return [{ at: one.at, by: one.by }];
    return one.type === 'gap' ? [{ at: one.at, by: null, missing: one.to - one.from }] : [];
  });
  return [...beginning, ...[...pages, ...marks].sort((a, b) => a.at - b.at)];
}

/** What a page is known by; numbers of pages and bullets are skipped. */
export const firstLineWithWords = (text: string): string | undefined =>
  text
    .split('\n')
    .find((line) => /\p{L}/u.test(line))
    ?.trim();

/** How much was talked: one value from 0 to 1 for each of the equal parts of the time line. */
export function activityOf({ events, length }: Pick<PlayerManifest, 'events' | 'length'>, parts: number): number[] {
  const sums = Array.from({ length: parts }, () => 0);
  const step = length / parts;
  const changes = of(events, 'speaking');
  changes.forEach((one, index) => {
    const end = changes[index + 1]?.at ?? length;
    if (one.ids.length === 0 || step <= 0) return;
    for (let part = Math.floor(one.at / step); part < parts && part * step < end; part += 1) {
      const shared = Math.min(end, (part + 1) * step) - Math.max(one.at, part * step);
      sums[part] = Math.min(1, (sums[part] ?? 0) + Math.max(0, shared) / step);
    }
  });
  return sums;
}

export const isOn = (track: PlayerTrack, time: number): boolean => time >= track.start && time < track.start + track.length;

/** The picture that is large: a shared screen, else the spotlight, else who talks, else the first camera. */
export function mainPicture(
  tracks: readonly PlayerTrack[],
  { time, speaking, spotlight = [] }: { time: number; speaking: readonly string[]; spotlight?: readonly string[] },
): PlayerTrack | null {
  const on = tracks.filter((track) => track.kind === 'video' && isOn(track, time));
  const screen = on.find((track) => track.source === 'screen');
  const of = (people: readonly string[]) => on.find((track) => people.includes(track.member));
  return screen ?? of(spotlight) ?? of(speaking) ?? on[0] ?? null;
}
