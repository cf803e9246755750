/** Formats of which we have the files: what their server tells of them, which file plays, and what they take. */
import type { StoredFormat } from '../recordings.rules.ts';
import type { NewRecording, RecordingRow } from './recordings.queries.ts';

/** Endings of the files that our player shows, by format, the best first. */
const playable: Readonly<Record<string, readonly string[]>> = {
  video: ['mp4', 'm4v', 'webm'],
  podcast: ['ogg', 'oga', 'opus', 'mp3', 'm4a', 'mp4', 'webm', 'wav'],
  screenshare: ['webm', 'mp4', 'm4v'],
  notes: ['pdf', 'html', 'txt'],
};

/** A file of a format, below the format's folder. */
export type NamedFile = { path: string; bytes: number };

const endingOf = (path: string) => /\.([a-z0-9]{1,8})$/.exec(path.toLowerCase())?.[1] ?? '';

/** The file that is played: of the best ending the largest one. Null: this format is none that our player shows. */
export function mainFile(type: string, files: readonly NamedFile[]): string | null {
  for (const ending of playable[type] ?? []) {
    const [best] = files.filter((one) => endingOf(one.path) === ending).toSorted((a, b) => b.bytes - a.bytes);
    if (best !== undefined) return best.path;
  }
  return null;
}

/** The small pictures of a format that lie in its own folder; their server names them by address. */
export function imagesHere(
  at: { recordId: string; type: string },
  urls: readonly string[],
  files: readonly NamedFile[],
): string[] {
  const known = new Set(files.map((one) => one.path));
  const marks = [`/${at.type}/${at.recordId}/`, `/playback/${at.type}/${at.recordId}/`];
  const below = (url: string) => marks.map((mark) => URL.parse(url)?.pathname.split(mark)[1]).find((rest) => rest !== undefined);
  return urls.flatMap((url) => {
    const path = below(url);
    return path !== undefined && known.has(path) ? [path] : [];
  });
}

/** What a server tells now, with what we have of it ourselves. */
export function withHere(held: readonly StoredFormat[], said: readonly StoredFormat[]): StoredFormat[] {
  const ours = new Map(held.flatMap((one) => (one.here === undefined ? [] : [[one.type, one] as const])));
  const told = said.map((one) => {
    const own = ours.get(one.type);
    return own?.here === undefined ? one : { ...one, lengthMs: own.lengthMs, bytes: own.bytes, here: own.here };
  });
  const names = new Set(said.map((one) => one.type));
  return [...told, ...[...ours.values()].filter((one) => !names.has(one.type))];
}

/** What a recording takes: the sum of its formats once one of them is here, else what its server reports. */
export const bytesWithHere = (formats: readonly StoredFormat[], told: number): number =>
  formats.some((one) => one.here !== undefined) ? formats.reduce((sum, one) => sum + one.bytes, 0) : told;

/** How long it is: files that are here tell it to the millisecond, servers in whole minutes. */
export const lengthWithHere = (formats: readonly StoredFormat[], told: number): number => {
  const exact = Math.max(0, ...formats.map((one) => (one.here === undefined ? 0 : one.lengthMs)));
  return exact === 0 ? told : exact;
};

/** What is left when the server has nothing of it any more; null: nothing. */
export function leftHere(row: Pick<RecordingRow, 'formats'>): Partial<NewRecording> | null {
  const formats = row.formats.filter((one) => one.here !== undefined);
  return formats.length === 0
    ? null
    : { held: 'here', serverId: null, missed: 0, missedSince: null, formats, bytes: bytesWithHere(formats, 0) };
}
