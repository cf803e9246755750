import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck, IconFlag, IconTag, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { BarButton } from '#kit/ui/light-parts.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TicketChange } from '../tickets.contract.ts';
import { ticketLimits, ticketPriorities } from '../tickets.rules.ts';
import { queueApi, ticketStaffQuery } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

type ItemsProps = { onChange: (change: TicketChange) => void };
/** To whom it may be given; only inside a menu. */
export function AssignItems({ onChange }: ItemsProps) {
  const say = ticketsText();
  const { user } = useAuth();
  const staff = useQuery(ticketStaffQuery(useApi(queueApi))).data?.items ?? [];
  return (
    <>
      {user !== null && <MenuItem onClick={() => onChange({ assigneeId: user.id })}>{say('queue.toMe')}</MenuItem>}
      {staff
        .filter(({ userId }) => userId !== user?.id)
        .map(({ userId, name }) => (
          <MenuItem key={userId} onClick={() => onChange({ assigneeId: userId })}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      <MenuDivider />
      <MenuItem onClick={() => onChange({ assigneeId: null })}>{say('queue.toNobody')}</MenuItem>
    </>
  );
}
export function PriorityItems({ onChange }: ItemsProps) {
  const say = ticketsText();
  return ticketPriorities.toReversed().map((priority) => (
    <MenuItem key={priority} onClick={() => onChange({ priority })}>
      {say(`priority.${priority}`)}
    </MenuItem>
  ));
}

const tagsOf = (text: string): string[] =>
  [...new Set(text.split(',').map((one) => one.trim().toLowerCase().slice(0, ticketLimits.tag)))]
    .filter((one) => one !== '')
    .slice(0, ticketLimits.tags);

type TagDialogProps = { tags: readonly string[]; onSave: (tags: string[]) => void; onClose: () => void };
export function TagDialog({ tags, onSave, onClose }: TagDialogProps) {
  const say = ticketsText();
  const [text, setText] = useState(tags.join(', '));
  return (
    <Dialog title={say('queue.tags')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(tagsOf(text));
          onClose();
        }}
      >
        <TextInput
          size="md"
          label={say('queue.tags')}
          description={say('queue.tagsHint')}
          dir="auto"
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit">
            {say('desk.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What can be done to several tickets at once. */
export function QueueBulk({ onChange }: ItemsProps): ReactNode {
  const say = ticketsText();
  const [tagging, setTagging] = useState<'no' | 'yes'>('no');
  return (
    <>
      <LazyMenu
        button={(props) => (
          <BarButton icon={<IconUserPlus size={16} stroke={1.75} />} {...props}>
            {say('queue.assign')}
          </BarButton>
        )}
      >
        {() => <AssignItems onChange={onChange} />}
      </LazyMenu>
      <LazyMenu
        button={(props) => (
          <BarButton icon={<IconFlag size={16} stroke={1.75} />} {...props}>
            {say('queue.priority')}
          </BarButton>
        )}
      >
        {() => <PriorityItems onChange={onChange} />}
      </LazyMenu>
      <BarButton icon={<IconTag size={16} stroke={1.75} />} onClick={() => setTagging('yes')}>
        {say('queue.tags')}
      </BarButton>
      <BarButton icon={<IconCircleCheck size={16} stroke={1.75} />} onClick={() => onChange({ step: 'resolve' })}>
        {say('queue.resolve')}
      </BarButton>
      {tagging === 'yes' && <TagDialog tags={[]} onSave={(tags) => onChange({ tags })} onClose={() => setTagging('no')} />}
    </>
  );
}
