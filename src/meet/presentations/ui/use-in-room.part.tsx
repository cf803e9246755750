import { Button, TextInput } from '@mantine/core';
import { IconPresentation } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileView } from '#core/files/files.contract.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { type RoomItem, roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { presentationsCalls } from '../presentations.contract.ts';
import { presentationLimits } from '../presentations.rules.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

const useInRoomApi = { rooms: roomsCalls, presentations: presentationsCalls };

function useRoomChoices(search: string) {
  const { rooms } = useApi(useInRoomApi);
  const { user } = useAuth();
  // an operator's list of all rooms has those of every account, which may not show this file
  const view = user?.account?.kind === 'operator' ? ('mine' as const) : ('all' as const);
  const query = { view, limit: 50, ...(search !== '' && { search }) };
  const found = useQuery({
    ...callQuery({ area: 'bigbluebutton', name: 'rooms.forFile', call: rooms.list, input: { query } }),
    placeholderData: (before) => before,
  });
  const choices = found.data?.items.filter(({ account, rights }) => account === null && rights.edit);
  return { choices, error: found.error };
}

/** Puts a file behind those that the room shows already. */
function useAddToRoom(file: Props['file'], onDone: () => void) {
  const say = presentationsText();
  const { presentations } = useApi(useInRoomApi);
  const queries = useQueryClient();
  const toast = useToast();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const add = async ({ id, name }: RoomItem) => {
    setState({ busy: id, trouble: '' });
    const params = { id };
    try {
      const shown = (await presentations.list({ params })).items.map(({ fileId }) => fileId);
      if (shown.length >= presentationLimits.most) {
        setState({ busy: '', trouble: say('use.full', { name, most: presentationLimits.most }) });
        return;
      }
      await presentations.set({ params, body: { files: [...shown, file.id] } });
      const refresh = () => Promise.all(['user', 'bigbluebutton'].map((area) => queries.invalidateQueries({ queryKey: [area] })));
      await refresh();
      const undo = async () => {
        await presentations.set({ params, body: { files: shown } });
        await refresh();
      };
      toast({ icon: IconPresentation, text: say('use.added', { name }), undo });
      onDone();
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return { ...state, add };
}

type Props = { file: Pick<FileView, 'id' | 'name' | 'usedIn'>; onClose: () => void };
/** Chooses the room whose meetings show a file of the library. */
export function UseInRoom({ file, onClose }: Props) {
  const say = presentationsText();
  const failureText = useFailureText(say);
  const [search, setSearch] = useState('');
  const { choices, error } = useRoomChoices(search.trim());
  const { busy, trouble, add } = useAddToRoom(file, onClose);
  const title = say('use.title', { name: `\u2068${file.name}\u2069` });
  return (
    <Dialog title={title} width={560} onClose={onClose}>
      {(trouble !== '' || error !== null) && <Banner hue="red">{trouble === '' ? failureText(error) : trouble}</Banner>}
      <TextInput
        className={s.search}
        type="search"
        aria-label={say('use.search')}
        placeholder={say('use.search')}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={s.rooms} aria-label={say('use.rooms')}>
        {choices?.map((room) => {
          const isShown = file.usedIn.some(({ kind, id }) => kind === 'room' && id === room.id);
          return (
            <li key={room.id}>
              <button type="button" disabled={isShown || busy !== ''} aria-busy={busy === room.id} onClick={() => void add(room)}>
                <bdi>{room.name}</bdi>
                {isShown && <span className="tiny quiet">{say('use.already')}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {choices?.length === 0 && <p className="quiet">{say('use.none')}</p>}
      <div className={dialogs.acts}>
        <Button variant="default" onClick={onClose}>
          {say('use.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
