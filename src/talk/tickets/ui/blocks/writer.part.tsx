import type { ReactNode } from 'react';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import type { MessageFieldProps } from '#kit/ui/message-field/message-draft.ts';
import { MessageField } from '#kit/ui/message-field/message-field.tsx';
import { ticketLimits } from '../../tickets.rules.ts';
import s from '../ticket.module.css';
import { ticketsText } from '../tickets-text.hook.ts';
import type { ReplyWriting } from './writing.hook.ts';

type WriterProps = Pick<MessageFieldProps, 'label' | 'look' | 'format' | 'snippets' | 'onSend'> & {
  writing: ReplyWriting;
  attach: boolean;
  /** More tools, after the one for files. */
  tools?: ReactNode;
  /** The button that sends. */
  button: ReactNode;
};
/** The message field with files, its draft and the button that sends. */
export function Writer({ writing, attach, tools, button, onSend, ...field }: WriterProps) {
  const say = ticketsText();
  const { message, files, setMessage, setFiles, failure } = writing;
  const attachments = useAttachments({ files, max: ticketLimits.files, onChange: setFiles });
  return (
    <>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <MessageField
        {...field}
        value={message}
        maxLength={ticketLimits.text}
        sendKey="Control+Enter"
        onChange={setMessage}
        onSend={() => !attachments.sending && onSend()}
        frame={attach ? attachments.frame : undefined}
        start={
          <>
            {attach && <AttachButton attachments={attachments} />}
            {tools}
          </>
        }
        end={
          <>
            <span className={s.keys}>
              <Keys keys={['Ctrl', 'Enter']}>{say('talk.send')}</Keys>
            </span>
            <span inert={attachments.sending}>{button}</span>
          </>
        }
      >
        <AttachmentList attachments={attachments} />
      </MessageField>
    </>
  );
}
