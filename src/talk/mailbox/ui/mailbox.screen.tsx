import { useNavigate, useSearchParams } from 'react-router';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { Folders } from './folders.part.tsx';
import { MailList, useMails } from './mail-list.part.tsx';
import { DraftComposer, MailPane } from './mail-pane.part.tsx';
import s from './mailbox.module.css';
import {
  mailboxApi,
  mailboxPath,
  type MailboxView,
  mailCountsQuery,
  mailLabelsQuery,
  mailListQuery,
  mailQuery,
  viewOf,
} from './mailbox-data.hook.ts';
import { useMailboxSteps } from './mailbox-steps.hook.ts';

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(mailboxApi);
  const view = viewOf(url.searchParams);
  const [mail] = await Promise.all([
    view.mail === null ? null : queries.ensureQueryData(mailQuery(client, view.mail)),
    queries.ensureInfiniteQueryData(mailListQuery(client, view)),
    queries.ensureQueryData(mailCountsQuery(client)),
    queries.ensureQueryData(mailLabelsQuery(client)),
  ]);
  if (mail?.place === 'draft') await DraftComposer.preload();
  return null;
};

/** J and K go through the list, also before the first mail is open. */
function useMoveKeys(view: MailboxView): void {
  const navigate = useNavigate();
  const { mails } = useMails(view);
  const go = (step: 1 | -1) => {
    const at = mails.findIndex(({ id }) => id === view.mail);
    const next = mails[at === -1 ? 0 : at + step];
    if (next !== undefined) void navigate(mailboxPath({ ...view, mail: next.id }));
  };
  useShortcut('j', () => go(1));
  useShortcut('k', () => go(-1));
}

/** `/mailbox`: what the platform and people of the account wrote to me: folders, the list, and the mail that is open. */
export function Screen() {
  const [search] = useSearchParams();
  const view = viewOf(search);
  const steps = useMailboxSteps();
  useLiveRefresh({ area: 'mailbox', kinds: ['mailbox'] });
  useMoveKeys(view);
  return (
    <div className={s.panes} data-open={view.mail !== null || undefined}>
      <Folders view={view} />
      <MailList view={view} steps={steps} />
      <MailPane view={view} steps={steps} />
    </div>
  );
}
