import type { ReactNode } from 'react';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { ticketLimits } from '../../tickets.rules.ts';
import s from '../ticket.module.css';
import { ticketsText } from '../tickets-text.hook.ts';
import type { Writing } from './writing.hook.ts';

type WriterProps = {
  writing: Writing;
  label: string;
  /** A note of staff has the ground of notes, so that nothing goes out by mistake. */
  look: 'message' | 'note';
  attach: boolean;
  /** More tools, after the one for files. */
  tools?: ReactNode;
  /** The button that sends. */
  button: ReactNode;
  onSend: () => void;
};
/** One frame to write in: text, files, tools at the start, the button at the end. */
export function Writer({ writing, label, look, attach, tools, button, onSend }: WriterProps) {
  const say = ticketsText();
  const { text, files, setText, setFiles, failure } = writing;
  const attachments = useAttachments({ files, max: ticketLimits.files, onChange: setFiles });
  const send = () => {
    if (!attachments.sending) onSend();
  };
  return (
    <>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <div className={s.writer} data-note={look === 'note' || undefined} {...(attach && attachments.frame)}>
        <textarea
          dir="auto"
          aria-label={label}
          placeholder={label}
          maxLength={ticketLimits.text}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
        <AttachmentList attachments={attachments} />
        <div className={s.tools}>
          {attach && <AttachButton attachments={attachments} />}
          {tools}
          <span className={s.keys}>
            <Keys keys={['Ctrl', 'Enter']}>{say('talk.send')}</Keys>
          </span>
          <span inert={attachments.sending}>{button}</span>
        </div>
      </div>
    </>
  );
}
