import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconHelp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { Writer } from '#talk/tickets/ui/blocks/writer.part.tsx';
import { useWriting } from '#talk/tickets/ui/blocks/writing.hook.ts';
import type { MailboxMail } from '../mailbox.contract.ts';
import { invitationAnswers, mailLimits } from '../mailbox.rules.ts';
import { useInvitationAnswer } from './invitation-answer.hook.ts';
import s from './mailbox.module.css';
import { mailboxApi, mailCountsQuery, useMailboxRefresh } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type AnswerProps = { mail: MailboxMail; steps: MailboxSteps };

const signs = { yes: IconCheck, maybe: IconHelp, no: IconX } as const;
function Invitation({ mail }: { mail: MailboxMail }) {
  const say = mailboxText();
  const { busy, trouble, answer } = useInvitationAnswer(mail);
  return (
    <fieldset className={s.invitation}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <legend>{say('invitation.title')}</legend>
      {invitationAnswers.map((value) => {
        const Sign = signs[value];
        return (
          <Button
            key={value}
            size="md"
            variant={mail.thing?.state === value ? 'filled' : 'default'}
            aria-pressed={mail.thing?.state === value}
            leftSection={<Sign size={16} stroke={2} />}
            loading={busy === value}
            onClick={() => void answer(value)}
          >
            {say(`invitation.${value}`)}
          </Button>
        );
      })}
    </fieldset>
  );
}

const replySubject = (subject: string): string =>
  (/^re:/iu.test(subject) ? subject : `Re: ${subject}`).trim().slice(0, mailLimits.subject);

type WrittenMessage = { text: string; files: string[] };
/** Sends what is written: into the ticket, or as a mail to its sender that can be taken back. */
function useReply({ mail, steps }: AnswerProps) {
  const say = mailboxText();
  const toast = useToast();
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  /** What an attempt that failed in the middle has saved already. */
  const saved = useRef({ id: '', revision: 0 });
  const { mailbox } = client;
  const params = { id: mail.id };
  const toTicket = async ({ text, files }: WrittenMessage) => {
    refresh.lists(await mailbox.reply({ params, body: { text, files } }));
    toast({ text: say('reply.sent') });
  };
  const toPerson = async ({ text, files }: WrittenMessage) => {
    if (saved.current.id === '') saved.current.id = crypto.randomUUID();
    const draft = { params: { id: saved.current.id } };
    const recipients = mail.sender.id === null ? [] : [mail.sender.id];
    const body = { recipients, subject: replySubject(mail.subject), text, files, replyTo: mail.id };
    const { revision } = await mailbox.save({ ...draft, body: { ...body, revision: saved.current.revision } });
    saved.current.revision = revision;
    const sent = await mailbox.send({ ...draft, body: { revision } });
    saved.current = { id: '', revision: 0 };
    refresh.lists(sent);
    steps.announceSent(sent.id);
  };
  return mail.reply === 'ticket' ? toTicket : toPerson;
}

function Reply({ mail, steps }: AnswerProps) {
  const say = mailboxText();
  const writing = useWriting(`mailbox:${mail.id}`, say);
  const attach = useQuery(mailCountsQuery(useApi(mailboxApi))).data?.attach ?? false;
  const reply = useReply({ mail, steps });
  const { name } = mail.sender;
  const isTicket = mail.reply === 'ticket';
  const send = () => void writing.send(reply);
  return (
    <>
      <Writer
        writing={writing}
        label={isTicket ? say('reply.ticket') : say('reply.person', { name })}
        format="plain"
        attach={attach}
        onSend={send}
        button={
          <Button
            variant="filled"
            loading={writing.sending}
            leftSection={<IconArrowBackUp size={16} stroke={2} className="turn" />}
            onClick={send}
          >
            {say('reply.button')}
          </Button>
        }
      />
      <p className={s.below}>{isTicket ? say('reply.toTicket') : say('reply.toPerson', { name })}</p>
    </>
  );
}

/** How the mail is answered, where an answer makes sense. */
export function MailAnswer({ mail, steps }: AnswerProps) {
  const place = useRef<HTMLDivElement>(null);
  useShortcut('r', () => place.current?.querySelector<HTMLElement>('textarea, button')?.focus());
  if (mail.reply === null || mail.place === 'bin') return null;
  return (
    <div className={s.answering} ref={place}>
      {mail.reply === 'invitation' ? <Invitation mail={mail} /> : <Reply mail={mail} steps={steps} />}
    </div>
  );
}
