import type { ReactNode } from 'react';
import { Keys } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { ticketLimits } from '../../tickets.rules.ts';
import { AttachButton, ChosenFiles } from './attached-files.part.tsx';
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
  return (
    <>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <div className={s.writer} data-note={look === 'note' || undefined}>
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
            onSend();
          }}
        />
        <ChosenFiles files={files} onChange={setFiles} />
        <div className={s.tools}>
          {attach && <AttachButton files={files} onChange={setFiles} />}
          {tools}
          <span className={s.keys}>
            <Keys keys={['Ctrl', 'Enter']}>{say('talk.send')}</Keys>
          </span>
          {button}
        </div>
      </div>
    </>
  );
}
