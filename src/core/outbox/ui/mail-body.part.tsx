import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import type { MailText, MailView } from '../outbox.contract.ts';
import { MailFrame } from './blocks/mail-frame.part.tsx';
import s from './mail.module.css';
import { outboxText } from './outbox-text.hook.ts';

/** In place of the text: why it is closed, and a button for the reader who may open it. */
export function ClosedBody({ access, busy, onOpen }: { access: MailView['text']; busy: boolean; onOpen: () => void }) {
  const say = outboxText();
  return (
    <Panel id="mail-body" title={say('letter.body')}>
      <div className={s.link}>
        <p className="small soft">{say(`letter.closed.${access}`)}</p>
        {access === 'readable' && (
          <Button variant="default" loading={busy} onClick={onOpen}>
            {say('letter.open')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** The mail as a mail program shows it, in a frame that runs no script and belongs to no site, or as plain text. */
export function MailBody({ subject, mail }: { subject: string; mail: MailText }) {
  const say = outboxText();
  const [look, setLook] = useState('seen');
  const seen = look === 'seen' && mail.bodyHtml !== null;
  return (
    <Panel
      flush="flush"
      id="mail-body"
      title={say('letter.body')}
      aside={
        <SegmentedControl
          aria-label={say('letter.look')}
          value={look}
          onChange={setLook}
          data={[
            { value: 'seen', label: say('letter.seen') },
            { value: 'text', label: say('letter.text') },
          ]}
        />
      }
    >
      {seen ? (
        <MailFrame className={s.frame} title={subject} html={mail.bodyHtml ?? ''} pictures="shown" />
      ) : (
        <pre className={s.text} dir="auto">
          {mail.bodyText}
        </pre>
      )}
    </Panel>
  );
}
