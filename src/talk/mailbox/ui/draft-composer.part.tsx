import { Button, TextInput } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { Writer } from '#talk/tickets/ui/blocks/writer.part.tsx';
import type { MailboxMail } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { useDraftSaving } from './draft-saving.hook.ts';
import { BackToList } from './mail-head.part.tsx';
import s from './mailbox.module.css';
import { mailboxApi, mailboxPath, type MailboxView, mailCountsQuery, mailQuery, useMailboxRefresh } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type ComposerProps = { mail: MailboxMail; view: MailboxView; steps: MailboxSteps };

/** Saves what is missing, sends, and shows the list with the way back. */
function useSending({ mail, view, steps }: ComposerProps, { settle, fail, fields }: ReturnType<typeof useDraftSaving>) {
  const navigate = useNavigate();
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const [sending, setSending] = useState<'no' | 'yes'>('no');
  const send = async () => {
    if (sending === 'yes') return;
    if (fields.recipients.length === 0) return fail(new Failure('no_recipients'));
    setSending('yes');
    try {
      const revision = await settle();
      const sent = await client.mailbox.send({ params: { id: mail.id }, body: { revision } });
      await navigate(mailboxPath({ ...view, mail: null }));
      refresh.lists(sent);
      steps.announceSent(sent.id);
    } catch (error) {
      fail(error);
    } finally {
      setSending('no');
    }
  };
  return { sending: sending === 'yes', send: () => void send() };
}

type WritingProps = ComposerProps & { reload: ReactNode };
function Writing({ reload, ...props }: WritingProps) {
  const say = mailboxText();
  const navigate = useNavigate();
  const { mail, view, steps } = props;
  const saving = useDraftSaving(mail);
  const { fields, change, state } = saving;
  const { sending, send } = useSending(props, saving);
  const attach = useQuery(mailCountsQuery(useApi(mailboxApi))).data?.attach ?? false;
  const bin = async () => {
    await saving.settle().catch(() => null);
    await navigate(mailboxPath({ ...view, mail: null }));
    await steps.mark({ ids: [mail.id], mark: 'bin' });
  };
  const words = { saved: 'saved', changed: 'saving', saving: 'saving', failed: 'notSaved', conflict: 'notSaved' } as const;
  return (
    <>
      <header className={s.head}>
        <BackToList view={view} />
        <h1 className="grow">{say('write.title')}</h1>
        <span className="tiny quiet" role="status">
          {say(`write.${words[state.is]}`)}
        </span>
        <IconButton aria-label={say('write.delete')} onClick={() => void bin()}>
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      </header>
      <Scrolls label={say('write.title')} className={`${s.pane} ${s.compose}`}>
        {state.trouble !== null && (
          <Banner hue="red" {...(state.is === 'conflict' && { action: reload })}>
            {state.trouble}
          </Banner>
        )}
        <PeoplePicker
          purpose="mail"
          label={say('write.to')}
          placeholder={say('write.toHint')}
          chosen={fields.recipients.map((person) => ({ ...person, email: null }))}
          onChange={(people) => change({ recipients: people.flatMap(({ id, name }) => (id === null ? [] : { id, name })) })}
          most={mailLimits.recipients}
        />
        <TextInput
          size="md"
          label={say('write.subject')}
          dir="auto"
          autoComplete="off"
          maxLength={mailLimits.subject}
          value={fields.subject}
          onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
        />
        <Writer
          writing={{
            ...{ text: fields.text, files: fields.files, sending, failure: null, send: async () => send() },
            setText: (text) => change({ text }),
            setFiles: (files) => change({ files }),
          }}
          label={say('write.text')}
          look="message"
          attach={attach}
          onSend={send}
          button={
            <Button
              variant="filled"
              loading={sending}
              leftSection={<IconSend size={16} stroke={1.75} className="turn" />}
              onClick={send}
            >
              {say('write.send')}
            </Button>
          }
        />
      </Scrolls>
    </>
  );
}

/** A draft that is written on. */
export function DraftComposer(props: ComposerProps) {
  const say = mailboxText();
  const queries = useQueryClient();
  const client = useApi(mailboxApi);
  const { mail } = props;
  const [version, setVersion] = useState(mail);
  const reload = async () => setVersion(await queries.fetchQuery({ ...mailQuery(client, mail.id), staleTime: 0 }));
  return (
    <Writing
      key={version.revision}
      {...props}
      mail={version}
      reload={
        <Button size="xs" onClick={() => void reload()}>
          {say('write.reload')}
        </Button>
      }
    />
  );
}
