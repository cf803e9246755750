/** Ten drawings of 640 × 320, each a list of paths from back to front. */
export type CoverShape = { d: string; opacity: number; line?: true };

type DrawingBox = { x: number; y: number; w: number; h: number; r: number };
const box = ({ x, y, w, h, r }: DrawingBox): string =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
type DrawingDot = { x: number; y: number; r: number };
const dot = ({ x, y, r }: DrawingDot): string => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
type DrawingArch = { x: number; w: number; top: number; foot?: number };
const arch = ({ x, w, top, foot = 320 }: DrawingArch): string =>
  `M${x} ${foot}V${top + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${foot}z`;
const whole = (value: number): number => Math.round(value);
const count = (length: number): number[] => Array.from({ length }, (_none, at) => at);

const person = (x: number): string => `${dot({ x, y: 238, r: 11 })}M${x - 18} 300v-22a18 18 0 0 1 36 0v22z`;
const doors = (): CoverShape[] =>
  [130, 71, 94, 60, 112].map((top, at) => ({ d: arch({ x: 40 + at * 114, w: 92, top }), opacity: 0.2 + 0.13 * ((at * 3) % 4) }));
const talks = (): CoverShape[] => [
  ...count(4).map((at) => ({ d: arch({ x: 46 + at * 144, w: 116, top: 84, foot: 300 }), opacity: at === 1 ? 0.34 : 0.16 })),
  ...count(4).flatMap((at) => [
    { d: person(87 + at * 144), opacity: 1 },
    { d: person(121 + at * 144), opacity: 0.78 },
  ]),
  { d: 'M-640 300h1920v40H-640z', opacity: 0.3 },
];
const hands = (): CoverShape[] =>
  [96, 150, 120, 190, 132, 170, 108].map((high, at) => ({
    d: box({ x: 52 + at * 80, y: 320 - high, w: 34, h: high + 20, r: 17 }) + dot({ x: 69 + at * 80, y: 302 - high, r: 21 }),
    opacity: at === 3 ? 1 : 0.3,
  }));
const steps = (): CoverShape[] => [
  ...count(5).map((at) => ({
    d: box({ x: 60 + at * 106, y: 250 - at * 40, w: 98, h: 120 + at * 40, r: 10 }),
    opacity: 0.18 + at * 0.12,
  })),
  { d: dot({ x: 533, y: 52, r: 22 }), opacity: 1 },
];
const globe = (): CoverShape[] => [
  { d: dot({ x: 320, y: 166, r: 124 }), opacity: 0.16 },
  {
    d: `${dot({ x: 320, y: 166, r: 124 })}M266 166a54 124 0 1 1 108 0a54 124 0 1 1 -108 0zM196 166h248M214 104h212M214 228h212`,
    opacity: 1,
    line: true,
  },
];
const wave = (): CoverShape[] =>
  count(25).map((at) => {
    const high = whole(26 + 200 * Math.abs(Math.sin(at * 0.62) * Math.cos(at * 0.19)));
    return { d: box({ x: 40 + at * 23, y: 160 - high / 2, w: 11, h: high, r: 5 }), opacity: at > 9 && at < 16 ? 1 : 0.35 };
  });
const lock = (): CoverShape[] => [
  { d: arch({ x: 232, w: 176, top: 40 }), opacity: 0.22 },
  { d: arch({ x: 266, w: 108, top: 84 }), opacity: 0.42 },
  { d: `${dot({ x: 320, y: 206, r: 24 })}M308 216h24l10 66h-44z`, opacity: 1 },
];
const bars = (): CoverShape[] => [
  ...[90, 128, 104, 168, 150, 206, 232].map((high, at) => ({
    d: box({ x: 66 + at * 74, y: 286 - high, w: 48, h: high, r: 8 }),
    opacity: at === 6 ? 1 : 0.3,
  })),
  { d: 'M40 288h560v4H40z', opacity: 0.6 },
];
const week = (): CoverShape[] =>
  count(28).map((at) => ({
    d: box({ x: 92 + (at % 7) * 66, y: 44 + Math.floor(at / 7) * 62, w: 52, h: 48, r: 10 }),
    opacity: at === 17 ? 1 : [3, 9, 11, 20, 22].includes(at) ? 0.45 : 0.16,
  }));
const poll = (): CoverShape[] =>
  [0.9, 0.55, 0.7, 0.3].flatMap((part, at) => {
    const bar = { x: 80, y: 56 + at * 58, h: 36, r: 18 };
    return [
      { d: box({ ...bar, w: 480 }), opacity: 0.16 },
      { d: box({ ...bar, w: 480 * part }), opacity: at === 0 ? 1 : 0.45 },
    ];
  });

const drawings = [doors, talks, hands, steps, globe, wave, lock, bars, week, poll] as const;

/** FNV-1a: neighbours such as ids of the same minute spread over all drawings. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
export const drawingFor = (seed: string): CoverShape[] => (drawings[hashOf(seed) % drawings.length] ?? doors)();

const hues = [265, 175, 45, 20, 305, 230, 140, 75] as const;
/** The categories that most blogs begin with. */
const known: Readonly<Record<string, number>> = { teaching: 265, guides: 175, news: 45, security: 20 };
/** The hue of a category; without one that of the accent. */
export const hueOf = (category: string | null): number =>
  category === null ? hues[0] : (known[category] ?? hues[hashOf(category) % hues.length] ?? hues[0]);
