import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { useWords } from '#ui/words.tsx';

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
        <QrCode className={f.code} text={link} label={text('invite.qr')} />
      </div>
    </Dialog>
  );
}
