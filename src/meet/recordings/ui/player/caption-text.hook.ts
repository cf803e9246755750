import { useFetched } from './fetched.hook.ts';

export type PlayerCue = { from: number; to: number; text: string };
const line = /(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})/;
const msOf = ([hours = '0', minutes = '0', seconds = '0', ms = '0']: (string | undefined)[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);

/** The cues of a WebVTT file (W3C WebVTT §4.1): times in milliseconds, words without marks. */
export function readCues(text: string): PlayerCue[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const index = lines.findIndex((one) => one.includes('-->'));
    const match = line.exec(lines[index] ?? '');
    if (match === null) return [];
    const words = lines
      .slice(index + 1)
      .join('\n')
      .replaceAll(/<[^<>]*>/g, '');
    return [{ from: msOf(match.slice(1, 5)), to: msOf(match.slice(5, 9)), text: words }];
  });
}

const none: readonly PlayerCue[] = [];
const cuesOf = async (answer: Response): Promise<PlayerCue[]> => readCues(await answer.text());

/** The cues of a text track; null while they load. None without a track, or when it cannot be read. */
export function useCues(url: string | null): readonly PlayerCue[] | null {
  const file = useFetched(url, cuesOf);
  if (url === null || file.state === 'failed') return none;
  return file.state === 'here' && file.url === url ? file.data : null;
}

/** The captions in the reader's language, else the first ones. */
export const firstCaptions = <T extends { lang: string }>(captions: readonly T[], locale: string): T | undefined =>
  captions.find((one) => one.lang.split('-')[0] === locale.split('-')[0]) ?? captions[0];

/** The words to be shown at that time. Milliseconds. */
export const captionAt = (cues: readonly PlayerCue[], at: number): string =>
  cues
    .filter((cue) => cue.from <= at && at < cue.to)
    .map((cue) => cue.text)
    .join('\n');
