import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';
import { useWords } from '#ui/words.tsx';

type DrawnCode = { size: number; path: string };
async function draw(text: string): Promise<DrawnCode> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { size: modules.size, path };
}

/** Dark on white in both themes, so that every phone reads it; its place is kept while it loads. */
function Code({ text: link }: { text: string }) {
  const { text } = useWords();
  const [code, setCode] = useState<DrawnCode | null>(null);
  useEffect(() => {
    let current = true;
    void draw(link).then((drawn) => current && setCode(drawn));
    return () => {
      current = false;
    };
  }, [link]);
  const edge = (code?.size ?? 29) + 4;
  return (
    <svg
      className={f.code}
      role="img"
      aria-label={text('invite.qr')}
      viewBox={`-2 -2 ${edge} ${edge}`}
      shapeRendering="crispEdges"
    >
      {code && <path d={code.path} fill="#151922" />}
    </svg>
  );
}

/** The link of the meeting, to be sent or held before a phone. */
export function InviteDialog({ link, onClose }: { link: string; onClose(): void }) {
  const { text } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no'>('no');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied('yes');
    } catch {
      // pages without https have no clipboard: what is chosen can be copied by hand
      field.current?.select();
    }
  };
  return (
    <Dialog
      title={text('invite.title')}
      lead={text('invite.lead')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('invite.close')}</Button>
          <Button look="accent" data-safe icon={copied === 'yes' ? IconCheck : IconCopy} onClick={() => void copy()}>
            {text(copied === 'yes' ? 'invite.copied' : 'invite.copy')}
          </Button>
        </>
      }
    >
      <div className={f.invite}>
        <input ref={field} className={f.link} aria-label={text('invite.link')} dir="ltr" readOnly value={link} />
        <Code text={link} />
      </div>
    </Dialog>
  );
}
