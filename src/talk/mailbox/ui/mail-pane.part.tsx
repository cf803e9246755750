import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import s from './mailbox.module.css';
import { mailboxApi, type MailboxView, mailQuery } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';
import { MailReading } from './mail-reading.part.tsx';

export const DraftComposer = loadable(async () => (await import('./draft-composer.part.tsx')).DraftComposer);

/** The end pane: the mail that the address names, or the draft that is written on. */
export function MailPane({ view, steps }: { view: MailboxView; steps: MailboxSteps }) {
  const say = mailboxText();
  const query = useQuery({ ...mailQuery(useApi(mailboxApi), view.mail ?? ''), enabled: view.mail !== null });
  const steady = useSteadyAnswer(query);
  const mail = view.mail === null || query.isError ? undefined : steady;
  const isDraft = mail?.place === 'draft';
  usePageTitle(mail === undefined ? null : isDraft ? say('write.title') : mail.subject === '' ? null : mail.subject);
  return (
    <div className={s.mail}>
      {mail === undefined && view.mail !== null && !query.isError && (
        <div className={s.reading}>
          <Bone w={280} h={20} />
        </div>
      )}
      {mail === undefined && (view.mail === null || query.isError) && (
        <div className={s.nothing}>
          <EmptyState title={say('empty.choose')} text={say('empty.chooseText')} />
        </div>
      )}
      {mail !== undefined && !isDraft && <MailReading key={mail.id} mail={mail} view={view} steps={steps} />}
      <Suspense>
        {mail !== undefined && isDraft && <DraftComposer key={mail.id} mail={mail} view={view} steps={steps} />}
      </Suspense>
    </div>
  );
}
