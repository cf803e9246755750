import { IconArchive, IconInbox, IconMail, IconMailOpened, IconRestore, IconStar, IconTag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { RowSelection } from '#kit/ui/table/table-bulk.tsx';
import type { MailMark } from '../mailbox.rules.ts';
import { LabelDot } from './label-dot.part.tsx';
import s from './mailbox.module.css';
import { mailboxApi, type MailboxView, mailLabelsQuery } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type LabelMenuProps = {
  /** Labels that are on already: choosing one of them takes it off. */
  on: readonly string[];
  onChoose: (mark: 'label' | 'unlabel', labelId: string) => void;
};
/** Puts labels on, or takes them off; nothing while there are none. */
export function LabelMenu({ on, onChoose }: LabelMenuProps) {
  const say = mailboxText();
  const labels = useQuery(mailLabelsQuery(useApi(mailboxApi))).data?.items ?? [];
  if (labels.length === 0) return null;
  return (
    <LazyMenu
      position="bottom-start"
      button={(props) => (
        <IconButton aria-label={say('act.label')} {...props}>
          <IconTag size={18} stroke={1.75} />
        </IconButton>
      )}
    >
      {() =>
        labels.map(({ id, name, hue }) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={on.includes(id)}
            leftSection={<LabelDot hue={hue} />}
            onClick={() => onChoose(on.includes(id) ? 'unlabel' : 'label', id)}
          >
            <bdi className={on.includes(id) ? 'strong' : undefined}>{name}</bdi>
          </MenuItem>
        ))
      }
    </LazyMenu>
  );
}

const icons = {
  read: IconMailOpened,
  unread: IconMail,
  star: IconStar,
  archive: IconArchive,
  inbox: IconInbox,
  bin: IconTrash,
  restore: IconRestore,
} as const satisfies Partial<Record<MailMark, ComponentType>>;
/** What fits the mails of a folder. */
function marksOf({ list }: MailboxView): readonly (keyof typeof icons)[] {
  if (list === 'bin') return ['restore'];
  if (list === 'draft') return ['bin'];
  if (list === 'sent') return ['star', 'bin'];
  return ['read', 'unread', 'star', list === 'archive' ? 'inbox' : 'archive', 'bin'];
}

type BulkProps = { view: MailboxView; selection: RowSelection; steps: MailboxSteps; onDone: () => void };
/** What can be done to several mails at once. */
export function MailBulk({ view, selection, steps, onDone }: BulkProps) {
  const say = mailboxText();
  const none = selection.chosen.length === 0;
  const run = (mark: MailMark, labelId?: string) =>
    void steps.mark({ ids: selection.chosen, mark, ...(labelId !== undefined && { labelId }) }).then(onDone);
  return (
    <div className={s.bulk} role="toolbar" aria-label={say('list.select')}>
      <label>
        <input
          type="checkbox"
          checked={selection.all === 'all'}
          aria-label={say('list.selectAll')}
          onChange={selection.toggleAll}
        />
        <span className="num" role="status">
          {selection.chosen.length}
        </span>
      </label>
      {marksOf(view).map((mark) => {
        const Icon = icons[mark];
        return (
          <IconButton key={mark} aria-label={say(`act.${mark}`)} disabled={none} onClick={() => run(mark)}>
            <Icon size={18} stroke={1.75} />
          </IconButton>
        );
      })}
      {!none && view.list !== 'bin' && view.list !== 'draft' && (
        <LabelMenu on={view.label === null ? [] : [view.label]} onChoose={run} />
      )}
    </div>
  );
}
