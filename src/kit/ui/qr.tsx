import { useEffect, useState } from 'react';
import { kitText } from './text/kit-text.ts';

type Drawn = { size: number; path: string };
async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { size: modules.size, path };
}

/** A code drawn as one path: sharp at any size, dark on white in both themes so that every phone reads it. Its place is kept while it loads. */
export function Qr({ text, size = 112, label }: { text: string; size?: number; label?: string }) {
  const say = kitText();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let current = true;
    void draw(text).then((done) => current && setDrawn(done));
    return () => {
      current = false;
    };
  }, [text]);
  const edge = (drawn?.size ?? 29) + 4;
  return (
    <svg
      role="img"
      aria-label={label ?? say('qr.label', { text })}
      width={size}
      height={size}
      viewBox={`-2 -2 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8, flex: 'none' }}
    >
      {drawn && <path d={drawn.path} fill="#151922" />}
    </svg>
  );
}
