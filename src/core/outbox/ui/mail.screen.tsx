import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { Time } from '#kit/ui/time.tsx';
import type { MailView } from '../outbox.contract.ts';
import s from './mail.module.css';
import { MailBody } from './mail-body.part.tsx';
import { linkIn } from './mail-link.hook.ts';
import { MailStatus } from './mail-status.part.tsx';
import { mailQuery, outboxApi, useOutbox } from './outbox-queries.hook.ts';
import { outboxText } from './outbox-text.hook.ts';

export const load = async ({ api, queries, params }: LoadContext) => {
  await queries.ensureQueryData(mailQuery(api(outboxApi).outbox, params['id'] ?? ''));
  return null;
};

/** One mail as its reader gets it. */
export function Screen() {
  const say = outboxText();
  const { id = '' } = useParams();
  const { data: mail } = useSuspenseQuery(mailQuery(useOutbox(), id));
  const { busy, failure, retry } = useRetry(mail.id);
  usePageTitle(mail.subject);
  const link = linkIn(mail.bodyText);
  return (
    <>
      <PageHead title={<span dir="auto">{mail.subject}</span>} sub={<Ltr>{mail.recipient}</Ltr>}>
        {(mail.state === 'failed' || mail.state === 'kept') && (
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} loading={busy !== ''} onClick={() => void retry()}>
            {say('letter.retry')}
          </Button>
        )}
      </PageHead>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <div className={s.two}>
        <MailBody mail={mail} />
        <div className={s.col}>
          <Facts mail={mail} />
          {link !== null && (
            <Panel id="mail-link" title={say('letter.link')}>
              <div className={s.link}>
                <p className="small soft">{say('letter.linkText')}</p>
                <Ltr mono="mono" className={s.address ?? ''}>
                  {link}
                </Ltr>
                <CopyButton text={link} />
              </div>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

/** Sends it once more; the list and this page are asked anew. */
function useRetry(id: string) {
  const say = outboxText();
  const api = useOutbox();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const retry = async () => {
    setState({ busy: 'busy', failure: '' });
    const failure = await api.retry({ params: { id } }).then(
      () => '',
      (error: unknown) => failureText(error),
    );
    await queries.invalidateQueries({ queryKey: ['admin'] });
    setState({ busy: '', failure });
  };
  return { ...state, retry };
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
