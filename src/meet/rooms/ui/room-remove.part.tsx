import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './rooms.module.css';

/** Moves rooms to the bin, at once, with a way back for some seconds. Throws what the server refuses. */
export function useRemoveRoom(): (room: { id: string; name: string }) => Promise<void> {
  const say = roomsText();
  const api = useApi(roomsApi);
  const toast = useToast();
  const refresh = useRoomsRefresh();
  return async ({ id, name }) => {
    await api.rooms.remove({ params: { id } });
    await refresh();
    const undo = async () => {
      await api.rooms.restore({ params: { id } });
      await refresh();
    };
    toast({ icon: IconTrash, text: say('bin.moved', { name }), undo });
  };
}

/** Removes the chosen rooms of a list. Live rooms stay, and a message says so. */
export function RemoveRooms({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const toast = useToast();
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const run = async () => {
    setTrouble('');
    const { done, refused } = await api.rooms.removeMany({ body: { ids: [...ids] } });
    await refresh();
    const undo = async () => {
      await Promise.all(done.map((id) => api.rooms.restore({ params: { id } })));
      await refresh();
    };
    if (done.length > 0) toast({ icon: IconTrash, text: say('bin.movedMany', { count: done.length }), undo });
    if (refused.length === 0) onDone();
    else
      setTrouble(
        say(refused.some((one) => one.code === 'room_live') ? 'bin.refusedLive' : 'bin.refused', { count: refused.length }),
      );
  };
  return (
    <>
      <span className={s.bulkTrouble} role="alert">
        {trouble}
      </span>
      <Button
        variant="subtle"
        className={s.danger ?? ''}
        leftSection={<IconTrash size={16} stroke={1.75} />}
        onClick={() => void run().catch((error: unknown) => setTrouble(failureText(error)))}
      >
        {say('actions.remove')}
      </Button>
    </>
  );
}
