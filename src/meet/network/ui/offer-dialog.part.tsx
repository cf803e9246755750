import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { networkRoles } from '../network.rules.ts';
import { networkApi, partnersQuery, roomsApi, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';

type OfferDraft = { roomId: string; to: string; role: string };

/** Offers a room of the own account to a partner or to the whole network. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const say = networkText();
  const api = useApi(networkApi);
  const rooms = useApi(roomsApi);
  const refresh = useNetworkRefresh();
  const { data: partners } = useQuery(partnersQuery(api));
  const { data: list } = useQuery(
    callQuery({
      area: 'bigbluebutton',
      name: 'rooms.list',
      call: rooms.rooms.list,
      input: { query: { limit: 100, sort: 'name' as const } },
    }),
  );
  const form = useDraftForm<OfferDraft>({
    key: null,
    initial: { roomId: '', to: '', role: 'participant' },
    check: ({ roomId }) => ({ ...(roomId === '' && { roomId: 'required' }) }),
    say,
    save: async ({ roomId, to, role }) => {
      const as = networkRoles.find((one) => one === role) ?? 'participant';
      await api.network.offer({ body: { roomId, to: to === '' ? null : to, role: as } });
      await refresh();
      onClose();
    },
  });
  // a room of another account is named with it
  const own = (list?.items ?? []).filter((room) => room.account === null);
  const agreed = (partners?.items ?? []).filter((one) => one.state === 'accepted');
  return (
    <Dialog title={say('offers.add')} width={480} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NativeSelect
          size="md"
          {...form.input('roomId')}
          label={say('offers.room')}
          data={[{ value: '', label: '' }, ...own.map((room) => ({ value: room.id, label: room.name }))]}
        />
        <NativeSelect
          size="md"
          {...form.input('to')}
          label={say('offers.to')}
          data={[{ value: '', label: say('offers.wide') }, ...agreed.map((one) => ({ value: one.account, label: one.name }))]}
        />
        <NativeSelect
          size="md"
          {...form.input('role')}
          label={say('offers.role')}
          data={networkRoles.map((value) => ({ value, label: say('offers.roleName', { role: value }) }))}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('room.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('offers.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
