import { IconAdjustmentsHorizontal, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { MailLabel } from '../mailbox.contract.ts';
import { mailKinds, mailLimits, type MailList } from '../mailbox.rules.ts';
import { LabelDot } from './label-dot.part.tsx';
import { folderIcons, kindIcons } from './mail-words.hook.ts';
import s from './mailbox.module.css';
import { mailboxApi, mailboxPath, type MailboxView, mailCountsQuery, mailLabelsQuery } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

const LabelDialog = loadable(async () => (await import('./label-dialog.part.tsx')).LabelDialog);

type FolderProps = {
  to: string;
  current: boolean;
  icon: ReactNode;
  count?: number;
  look?: 'unread' | 'plain';
  children: ReactNode;
};
function Folder({ to, current, icon, count = 0, look = 'unread', children }: FolderProps) {
  const say = mailboxText();
  const many = count >= mailLimits.unread;
  return (
    <Link to={to} className={s.folder} aria-current={current ? 'page' : undefined}>
      {icon}
      <span className="cut">{children}</span>
      {count > 0 && (
        <span className={s.count}>
          <span aria-hidden={look === 'unread'}>{many ? '99+' : count}</span>
          {look === 'unread' && (
            <span className="hidden">{many ? say('folders.unreadMany') : say('folders.unread', { count })}</span>
          )}
        </span>
      )}
    </Link>
  );
}

function Labels({ view, labels }: { view: MailboxView; labels: readonly MailLabel[] }) {
  const say = mailboxText();
  const [editing, setEditing] = useState<MailLabel | 'new' | null>(null);
  return (
    <>
      <h2>
        <span>{say('labels.title')}</span>
        <IconButton
          size={28}
          aria-label={say('labels.add')}
          disabled={labels.length >= mailLimits.labels}
          onClick={() => setEditing('new')}
        >
          <IconPlus size={16} stroke={1.75} />
        </IconButton>
      </h2>
      <ul>
        {labels.map((label) => (
          <li key={label.id} className={s.labelLine}>
            <Folder
              to={mailboxPath({ list: 'all', label: label.id })}
              current={view.label === label.id}
              icon={<LabelDot hue={label.hue} />}
            >
              <bdi>{label.name}</bdi>
            </Folder>
            {view.label === label.id && (
              <IconButton size={28} aria-label={say('labels.edit', { name: label.name })} onClick={() => setEditing(label)}>
                <IconPencil size={14} stroke={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {editing !== null && <LabelDialog label={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}

const lists = ['inbox', 'starred', 'draft', 'sent', 'archive', 'bin'] as const satisfies readonly MailList[];

/** The start pane: folders, kinds and labels, with what is unread in them. */
export function Folders({ view }: { view: MailboxView }) {
  const say = mailboxText();
  const api = useApi(mailboxApi);
  const counts = useQuery(mailCountsQuery(api)).data;
  const labels = useQuery(mailLabelsQuery(api)).data?.items ?? [];
  const isPlain = view.kind === null && view.label === null;
  const countOf = (list: MailList) => (list === 'inbox' ? counts?.unread : list === 'draft' ? counts?.drafts : 0) ?? 0;
  return (
    <nav className={`${s.pane} ${s.folders}`} aria-label={say('folders.title')}>
      <h2>
        <span>{say('folders.title')}</span>
      </h2>
      <ul>
        {lists.map((list) => {
          const Icon = folderIcons[list];
          return (
            <li key={list}>
              <Folder
                to={mailboxPath({ list })}
                current={isPlain && view.list === list}
                icon={<Icon size={18} stroke={1.75} />}
                count={countOf(list)}
                look={list === 'draft' ? 'plain' : 'unread'}
              >
                {say(`folders.${list}`)}
              </Folder>
            </li>
          );
        })}
      </ul>
      <h2>
        <span>{say('folders.kinds')}</span>
      </h2>
      <ul>
        {mailKinds.map((kind) => {
          const Icon = kindIcons[kind];
          return (
            <li key={kind}>
              <Folder
                to={mailboxPath({ kind })}
                current={view.kind === kind}
                icon={<Icon size={18} stroke={1.75} />}
                count={counts?.kinds[kind] ?? 0}
              >
                {say(`kind.${kind}`)}
              </Folder>
            </li>
          );
        })}
      </ul>
      <Labels view={view} labels={labels} />
      <div className={s.settings}>
        <Link to="/settings?tab=notifications" className={s.folder}>
          <IconAdjustmentsHorizontal size={18} stroke={1.75} />
          <span>{say('folders.settings')}</span>
        </Link>
      </div>
    </nav>
  );
}
