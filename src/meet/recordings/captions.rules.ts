/** Text tracks as people upload them: WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format") and SubRip. */

/** Times in milliseconds. */
export type CaptionCue = { from: number; to: number; settings: string; text: string };

const timing = /^\s*((?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{1,3})(?:\s(.*))?$/;

function msOf(text: string): number {
  const [seconds = '0', minutes = '0', hours = '0'] = text.replace(',', '.').split(':').reverse();
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

const isComment = (line: string) => /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line);

/** The cues, or the number of the first line that is none. A track without a single cue is bad too. */
export function readCues(text: string): { cues: CaptionCue[] } | { badLine: number } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: CaptionCue[] = [];
  let at = lines[0]?.startsWith('WEBVTT') === true ? 1 : 0;
  // what follows the first line up to an empty one is a header
  if (at === 1) while (at < lines.length && lines[at]?.trim() !== '') at++;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at++;
      continue;
    }
    const block = at;
    let end = at;
    while (end < lines.length && lines[end]?.trim() !== '') end++;
    at = end;
    if (isComment(line)) continue;
    const timed = timing.test(line) ? block : block + 1;
    const [, from = '', to = '', settings = ''] = timing.exec(lines[timed] ?? '') ?? [];
    if (from === '' || timed >= end || msOf(to) <= msOf(from)) return { badLine: block + 1 };
    cues.push({ from: msOf(from), to: msOf(to), settings: settings.trim(), text: lines.slice(timed + 1, end).join('\n') });
  }
  return cues.length === 0 ? { badLine: 1 } : { cues };
}

function clock(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

/** Settings that WebVTT knows; SubRip's coordinates are none of them. */
const known = /^(?:vertical|line|position|size|align|region):\S+$/;

export function asWebVtt(cues: readonly CaptionCue[]): string {
  const blocks = [...cues]
    .sort((a, b) => a.from - b.from)
    .map((cue) => {
      const settings = cue.settings.split(/\s+/).filter((one) => known.test(one));
      // an arrow in the text would begin a new cue
      return `${[`${clock(cue.from)} --> ${clock(cue.to)}`, ...settings].join(' ')}\n${cue.text.replaceAll('-->', '→')}`;
    });
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
