import { Button, TextInput } from '@mantine/core';
import { IconBookmarkOff, IconBookmarkPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { TicketFilter } from '../tickets-views.contract.ts';
import { ticketLimits } from '../tickets.rules.ts';
import { queueApi, queuePath, ticketDeskQuery, useQueueRefresh } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

function SaveViewDialog({ filter, onClose }: { filter: TicketFilter; onClose: () => void }) {
  const say = ticketsText();
  const refresh = useQueueRefresh();
  const { ticketDesk } = useApi(queueApi);
  const form = useDraftForm<{ name: string }>({
    key: null,
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'required' } : {}),
    say,
    save: async ({ name }) => {
      await ticketDesk.addView({ body: { name, filter } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('desk.saveView')} lead={say('desk.saveViewText')} onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('name')}
          label={say('desk.viewName')}
          maxLength={ticketLimits.viewName}
          dir="auto"
          data-autofocus
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('desk.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type DeskMenuProps = { filter: TicketFilter; onDesk: () => void };
/** What may be set at the desk, for those who lead it. */
export function DeskMenu({ filter, onDesk }: DeskMenuProps) {
  const say = ticketsText();
  const navigate = useNavigate();
  const refresh = useQueueRefresh();
  const api = useApi(queueApi);
  const desk = useQuery(ticketDeskQuery(api)).data;
  const [saving, setSaving] = useState<'no' | 'yes'>('no');
  if (desk?.manage !== true) return null;
  const here = queuePath(filter);
  const view = desk.views.find((one) => queuePath(one.filter) === here);
  const remove = async (id: string) => {
    await api.ticketDesk.removeView({ params: { id } });
    await refresh();
    await navigate('/issues/list');
  };
  return (
    <>
      <RowMenu label={say('desk.more')} look="head">
        {() => (
          <>
            {view === undefined ? (
              <MenuItem leftSection={<IconBookmarkPlus size={16} stroke={1.75} />} onClick={() => setSaving('yes')}>
                {say('desk.saveView')}
              </MenuItem>
            ) : (
              <MenuItem leftSection={<IconBookmarkOff size={16} stroke={1.75} />} onClick={() => void remove(view.id)}>
                {say('desk.removeView')}
              </MenuItem>
            )}
            <MenuItem leftSection={<IconSettings size={16} stroke={1.75} />} onClick={onDesk}>
              {say('desk.title')}
            </MenuItem>
          </>
        )}
      </RowMenu>
      {saving === 'yes' && <SaveViewDialog filter={filter} onClose={() => setSaving('no')} />}
    </>
  );
}
