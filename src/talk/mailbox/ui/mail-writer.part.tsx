import type { ReactNode } from 'react';
import { Keys } from '#kit/ui/bits.tsx';
import { mailLimits } from '../mailbox.rules.ts';
import { type AttachedFile, AttachedFiles, AttachFile } from './attached.part.tsx';
import s from './mailbox.module.css';
import { mailboxText } from './mailbox-text.hook.ts';

type WriterProps = {
  id: string;
  label: string;
  text: string;
  files: readonly AttachedFile[];
  onText: (text: string) => void;
  onFiles: (files: AttachedFile[]) => void;
  attach: boolean;
  onSend: () => void;
  /** What stands before the button, such as "Saved". */
  note?: ReactNode;
  button: ReactNode;
};
/** One frame to write in: text, files, tools at the start, the button at the end. */
export function MailWriter({ id, label, text, files, onText, onFiles, attach, onSend, note, button }: WriterProps) {
  const say = mailboxText();
  return (
    <div className={s.writer}>
      <textarea
        id={id}
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={mailLimits.text}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
      <AttachedFiles files={files} onChange={onFiles} />
      <div className={s.tools}>
        {attach && <AttachFile files={files} onChange={onFiles} />}
        {note}
        <span className={s.send}>
          <Keys keys={['Ctrl', 'Enter']}>{say('keys.send')}</Keys>
          {button}
        </span>
      </div>
    </div>
  );
}
