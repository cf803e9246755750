type HairCut = 'short' | 'long' | 'bun' | 'scarf' | 'curls';
type PortraitLook = { wall: string; far: string; shirt: string; skin: string; hair: string; cut: HairCut };

const looks: readonly PortraitLook[] = [
  { wall: '#c9d3ea', far: '#8fa0c8', shirt: '#2b3a67', skin: '#e2b794', hair: '#4b3424', cut: 'short' },
  { wall: '#e9d8c8', far: '#c8a68b', shirt: '#7b3a63', skin: '#d7a37d', hair: '#3d2a44', cut: 'scarf' },
  { wall: '#cfe3dc', far: '#8fb8aa', shirt: '#24564d', skin: '#eac3a5', hair: '#8a6138', cut: 'curls' },
  { wall: '#e6dcef', far: '#b7a3cf', shirt: '#54407e', skin: '#8f5e40', hair: '#1f1613', cut: 'bun' },
  { wall: '#d5dff2', far: '#a1b2d8', shirt: '#a44b3a', skin: '#efcdb2', hair: '#6a4127', cut: 'long' },
];

const behind: Readonly<Partial<Record<HairCut, string>>> = {
  long: 'M120 86c0-30 18-48 40-48s40 18 40 48v52h-80z',
  scarf: 'M116 92c0-34 20-54 44-54s44 20 44 54c0 26 8 40 10 50H106c2-10 10-24 10-50z',
  bun: 'M146 34a14 14 0 1 0 28 0 14 14 0 1 0-28 0z',
};
const above: Readonly<Record<HairCut, string>> = {
  short: 'M130 84c-3-30 12-42 31-42s33 12 29 42c-4-14-10-20-18-21-14-2-30-2-34 2-5 4-6 10-8 19z',
  curls:
    'M127 88c-8-10-4-22 4-26 0-14 14-22 26-18 10-8 26-2 28 8 10 4 14 18 6 32-2-12-8-18-14-22-10 4-30 4-38 0-6 6-10 14-12 26z',
  bun: 'M130 84c-2-30 12-44 30-44s32 14 30 44c-6-18-14-24-30-24s-24 6-30 24z',
  long: 'M130 88c-2-30 12-42 30-42s32 12 30 42c-8-14-12-20-16-24-12 8-34 8-44 24z',
  scarf: 'M131 84c0-24 13-36 29-36s29 12 29 36c-6-14-14-20-29-20s-23 6-29 20z',
};

/** A drawn stand-in for a camera picture: nobody's photograph is needed to show a meeting. */
export function Portrait({ look }: { look: number }) {
  const one = looks[look % looks.length];
  if (one === undefined) return null;
  const back = behind[one.cut];
  const id = `portrait-${look}`;
  return (
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor={one.wall} />
        <stop offset="1" stopColor={one.far} />
      </linearGradient>
      <path fill={`url(#${id})`} d="M0 0h320v180H0z" />
      <rect x={look % 2 === 0 ? 34 : 214} y="18" width="62" height="76" rx="31" fill="#fff" opacity="0.28" />
      {back !== undefined && <path d={back} fill={one.hair} />}
      <path d="M88 184c2-34 26-52 58-54h28c32 2 56 20 58 54z" fill={one.shirt} />
      <path d="M146 112h28v22a14 12 0 0 1-28 0z" fill={one.skin} />
      <path d="M146 118c8 8 20 8 28 0v8c-8 8-20 8-28 0z" opacity="0.12" />
      <ellipse cx="160" cy="88" rx="29" ry="35" fill={one.skin} />
      <path d={above[one.cut]} fill={one.hair} />
      <path d="M150 103c5 5 15 5 20 0" fill="none" stroke="#000" strokeOpacity="0.35" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M149 83.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2m22 0a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2" opacity="0.6" />
    </svg>
  );
}
