import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { hasRemotePictures, MailFrame } from '#core/outbox/ui/blocks/mail-frame.part.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { HouseMark } from '#kit/ui/brand.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { MailboxMail } from '../mailbox.contract.ts';
import { MailAnswer } from './mail-answer.part.tsx';
import { MailHead } from './mail-head.part.tsx';
import { MailState } from './mail-state.part.tsx';
import { isMine, useMailNames, useSenderName } from './mail-words.hook.ts';
import s from './mailbox.module.css';
import { mailboxApi, type MailboxView, useMailboxRefresh } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

/** Marks it as read, once each time that it is opened: what was marked as unread afterwards stays so. */
function useSeen({ id, unread }: MailboxMail): void {
  const client = useApi(mailboxApi);
  const { all } = useMailboxRefresh(client);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (!unread) return;
    void client.mailbox
      .mark({ body: { ids: [id], mark: 'read' } })
      .then(all)
      // the dot stays, and the next look takes it away
      .catch(() => null);
  }, [id]);
}

/** What was sent as HTML stands in a frame; pictures from elsewhere are loaded when the reader wants them. */
function MailContent({ mail }: { mail: MailboxMail }) {
  const say = mailboxText();
  const [pictures, setPictures] = useState<'shown' | 'blocked'>('blocked');
  const { html, text } = mail;
  if (html === null)
    return (
      <p className={s.words} dir="auto">
        {text}
      </p>
    );
  return (
    <>
      {pictures === 'blocked' && hasRemotePictures(html) && (
        <div className={s.pictures}>
          <span>{say('reading.picturesBlocked')}</span>
          <Button size="xs" onClick={() => setPictures('shown')}>
            {say('reading.showPictures')}
          </Button>
        </div>
      )}
      <MailFrame className={s.frame} title={say('reading.html')} html={html} pictures={pictures} />
    </>
  );
}

type ReadingProps = { mail: MailboxMail; view: MailboxView; steps: MailboxSteps };
/** An open mail: what can be done with it, what it is about as that is now, its words, and the answer where there is one. */
export function MailReading({ mail, view, steps }: ReadingProps) {
  const say = mailboxText();
  const names = useMailNames();
  useSeen(mail);
  const subject = mail.subject === '' ? say('list.noSubject') : mail.subject;
  const sender = useSenderName()(mail);
  const mine = isMine(mail);
  return (
    <>
      <MailHead mail={mail} view={view} steps={steps} />
      <Scrolls label={subject} className={`${s.pane} ${s.reading}`}>
        <h1 dir="auto">{subject}</h1>
        <MailState mail={mail} />
        <div className={s.message}>
          {mail.sender.name === '' ? <HouseMark size={32} /> : <Face name={sender} size={32} />}
          <div>
            <p className={s.author}>
              <b dir="auto">{mine ? say('reading.you') : sender}</b>
              {mine && <bdi>{names(mail)}</bdi>}
              <Time at={mail.at} look="full" />
            </p>
            <MailContent mail={mail} />
            <AttachedFiles files={mail.files} />
          </div>
        </div>
      </Scrolls>
      <MailAnswer mail={mail} steps={steps} />
    </>
  );
}
