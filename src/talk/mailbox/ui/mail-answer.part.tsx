import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconHelp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import type { MailboxMail } from '../mailbox.contract.ts';
import { type InvitationAnswer, invitationAnswers, mailLimits } from '../mailbox.rules.ts';
import type { AttachedFile } from './attached.part.tsx';
import { MailWriter } from './mail-writer.part.tsx';
import s from './mailbox.module.css';
import { mailboxApi, mailCountsQuery, useMailboxRefresh } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';
import { useReplyText } from './reply-text.hook.ts';

type AnswerProps = { mail: MailboxMail; steps: MailboxSteps };

/** Carries one call out at a time, and keeps the words of why it failed. */
function useAttempt() {
  const failureText = useFailureText(mailboxText());
  const [state, setState] = useState<{ busy: string; trouble: string | null }>({ busy: '', trouble: null });
  const attempt = async (busy: string, call: () => Promise<unknown>) => {
    if (state.busy !== '') return;
    setState({ busy, trouble: null });
    try {
      await call();
      setState({ busy: '', trouble: null });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return { ...state, attempt };
}

const signs = { yes: IconCheck, maybe: IconHelp, no: IconX } as const;
function Invitation({ mail }: { mail: MailboxMail }) {
  const say = mailboxText();
  const toast = useToast();
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const { busy, trouble, attempt } = useAttempt();
  const answer = (value: InvitationAnswer) =>
    void attempt(value, async () => {
      refresh.lists(await client.mailbox.answer({ params: { id: mail.id }, body: { answer: value } }));
      toast({ text: say('invitation.answered') });
    });
  return (
    <fieldset className={s.invitation}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <legend>{say('invitation.title')}</legend>
      {invitationAnswers.map((value, at) => {
        const Sign = signs[value];
        return (
          <Button
            key={value}
            size="md"
            {...(at === 0 && { id: 'mail-reply' })}
            variant={mail.thing?.state === value ? 'filled' : 'default'}
            aria-pressed={mail.thing?.state === value}
            leftSection={<Sign size={16} stroke={2} />}
            loading={busy === value}
            onClick={() => answer(value)}
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
  const toTicket = async (text: string, files: string[]) => {
    refresh.lists(await mailbox.reply({ params, body: { text, files } }));
    toast({ text: say('reply.sent') });
  };
  const toPerson = async (text: string, files: string[]) => {
    if (saved.current.id === '') saved.current.id = crypto.randomUUID();
    const draft = { params: { id: saved.current.id } };
    const recipients = mail.sender.id === null ? [] : [mail.sender.id];
    const body = { recipients, subject: replySubject(mail.subject), text, files, replyTo: mail.id };
    const { revision } = await mailbox.save({ ...draft, body: { ...body, revision: saved.current.revision } });
    saved.current.revision = revision;
    const sent = await mailbox.send({ ...draft, body: { revision } });
    saved.current = { id: '', revision: 0 };
    refresh.lists(sent);
    steps.tellSent(sent.id);
  };
  return mail.reply === 'ticket' ? toTicket : toPerson;
}

function Reply({ mail, steps }: AnswerProps) {
  const say = mailboxText();
  const [text, setText] = useReplyText(mail.id);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const attach = useQuery(mailCountsQuery(useApi(mailboxApi))).data?.attach ?? false;
  const reply = useReply({ mail, steps });
  const { busy, trouble, attempt } = useAttempt();
  const { name } = mail.sender;
  const isTicket = mail.reply === 'ticket';
  const send = () =>
    void attempt('send', async () => {
      if (text.trim() === '') return;
      await reply(
        text,
        files.map(({ id }) => id),
      );
      setText('');
      setFiles([]);
    });
  return (
    <>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <MailWriter
        id="mail-reply"
        label={isTicket ? say('reply.ticket') : say('reply.person', { name })}
        text={text}
        files={files}
        onText={setText}
        onFiles={setFiles}
        attach={attach}
        onSend={send}
        button={
          <Button
            variant="filled"
            loading={busy !== ''}
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
  useShortcut('r', () => document.getElementById('mail-reply')?.focus());
  if (mail.reply === null || mail.place === 'bin') return null;
  return (
    <div className={s.answering}>
      {mail.reply === 'invitation' ? <Invitation mail={mail} /> : <Reply mail={mail} steps={steps} />}
    </div>
  );
}
