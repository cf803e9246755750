import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { Time } from '#kit/ui/time.tsx';
import type { MailText, MailView } from '../outbox.contract.ts';
import s from './mail.module.css';
import { ClosedBody, MailBody } from './mail-body.part.tsx';
import { linkIn } from './mail-link.hook.ts';
import { MailStatus } from './mail-status.part.tsx';
import { outboxApi } from './blocks/mail-off.hook.ts';
import { mailQuery, useOutbox } from './outbox-queries.hook.ts';
import { outboxText } from './outbox-text.hook.ts';

const load = async ({ api, queries, params }: LoadContext) => {
  await queries.ensureQueryData(mailQuery(api(outboxApi).outbox, params['id'] ?? ''));
  return null;
};

/** Asks for a proof of who is there; given by `app`, because people come later in rank. */
type UseProof = () => { run: <T>(what: ReactNode, work: () => Promise<T>) => Promise<T | null>; dialog: ReactNode };

export const mailScreen = (useProof: UseProof): ScreenModule => ({ load, Screen: () => <MailPage useProof={useProof} /> });

/** One mail: its state of delivery, and its text for those who may open it. */
function MailPage({ useProof }: { useProof: UseProof }) {
  const say = outboxText();
  const { id = '' } = useParams();
  const { data: mail } = useSuspenseQuery(mailQuery(useOutbox(), id));
  const { run, dialog } = useProof();
  const { busy, failure, text, retry, open } = useMail(mail.id, (work) => run(say('letter.proof'), work));
  usePageTitle(mail.subject);
  return (
    <>
      <PageHead title={<span dir="auto">{mail.subject}</span>} sub={<Ltr>{mail.recipient}</Ltr>}>
        {(mail.state === 'failed' || mail.state === 'kept') && (
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} loading={busy === 'retry'} onClick={retry}>
            {say('letter.retry')}
          </Button>
        )}
      </PageHead>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <div className={s.two}>
        {text === null ? (
          <ClosedBody access={mail.text} busy={busy === 'text'} onOpen={open} />
        ) : (
          <MailBody subject={mail.subject} mail={text} />
        )}
        <div className={s.col}>
          <Facts mail={mail} />
          <MailLink link={linkIn(text?.bodyText ?? null)} />
        </div>
      </div>
      {dialog}
    </>
  );
}

function MailLink({ link }: { link: string | null }) {
  const say = outboxText();
  if (link === null) return null;
  return (
    <Panel id="mail-link" title={say('letter.link')}>
      <div className={s.link}>
        <p className="small soft">{say('letter.linkText')}</p>
        <Ltr mono="mono" className={s.address ?? ''}>
          {link}
        </Ltr>
        <CopyButton text={link} />
      </div>
    </Panel>
  );
}

type RunProven = (work: () => Promise<MailText>) => Promise<MailText | null>;
/** `retry` sends it once more, and the list and this page are loaded again; `open` gets its text, which stays on this page alone. */
function useMail(id: string, runProven: RunProven) {
  const say = outboxText();
  const api = useOutbox();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const [opened, setOpened] = useState<{ id: string; text: MailText } | null>(null);
  const work = async (busy: string, doing: () => Promise<unknown>) => {
    setState({ busy, failure: '' });
    const failure = await doing().then(
      () => '',
      (error: unknown) => failureText(error),
    );
    setState({ busy: '', failure });
  };
  const retry = () =>
    void work('retry', async () => {
      try {
        await api.retry({ params: { id } });
      } finally {
        await queries.invalidateQueries({ queryKey: ['admin'] });
      }
    });
  const open = () =>
    void work('text', async () => {
      const text = await runProven(() => api.text({ params: { id } }));
      if (text !== null) setOpened({ id, text });
    });
  return { ...state, text: opened?.id === id ? opened.text : null, retry, open };
}

function Facts({ mail }: { mail: MailView }) {
  const say = outboxText();
  return (
    <Panel flush="flush" id="mail-facts" title={say('letter.facts')}>
      <dl className={s.facts}>
        <div>
          <dt>{say('list.state')}</dt>
          <dd>
            <MailStatus state={mail.state} />
          </dd>
        </div>
        <div>
          <dt>{say('list.written')}</dt>
          <dd>
            <Time at={mail.createdAt} look="full" />
          </dd>
        </div>
        {mail.sentAt !== null && (
          <div>
            <dt>{say('letter.sent')}</dt>
            <dd>
              <Time at={mail.sentAt} look="full" />
            </dd>
          </div>
        )}
        {mail.state !== 'kept' && (
          <div>
            <dt>{say('list.attempts')}</dt>
            <dd className="num">{mail.attempts}</dd>
          </div>
        )}
        {mail.lastError !== null && (
          <div>
            <dt>{say('letter.lastError')}</dt>
            <dd>
              <Ltr>{mail.lastError}</Ltr>
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
