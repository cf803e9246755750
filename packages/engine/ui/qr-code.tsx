import { type SVGProps, useEffect, useState } from 'react';

type DrawnCode = { size: number; path: string };
async function draw(text: string): Promise<DrawnCode> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { size: modules.size, path };
}

type QrCodeProps = Pick<SVGProps<SVGSVGElement>, 'className' | 'style' | 'width' | 'height'> & { text: string; label: string };
/** A code drawn as one path, sharp at any size: dark on white in both themes, so that every phone reads it. Its place is kept while it loads. */
export function QrCode({ text, label, ...look }: QrCodeProps) {
  const [code, setCode] = useState<DrawnCode | null>(null);
  useEffect(() => {
    let current = true;
    void draw(text).then((drawn) => current && setCode(drawn));
    return () => {
      current = false;
    };
  }, [text]);
  const edge = (code?.size ?? 29) + 4;
  return (
    <svg role="img" aria-label={label} viewBox={`-2 -2 ${edge} ${edge}`} shapeRendering="crispEdges" {...look}>
      {code && <path d={code.path} fill="#151922" />}
    </svg>
  );
}
