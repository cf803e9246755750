import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { GROUPS, type GroupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { roomGroupsCalls } from '../room-groups.contract.ts';
import { peopleIn } from '../room-groups.rules.ts';
import { GroupsDialog } from './groups-dialog.part.tsx';
import { movedUp, PreparedNotes, PreparedRow, useListSaving } from './prepared-list.part.tsx';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

const roomGroupsApi = { roomGroups: roomGroupsCalls };

function useRoomGroups(roomId: string) {
  const { roomGroups } = useApi(roomGroupsApi);
  const params = { id: roomId };
  const query = callQuery({ area: 'bigbluebutton', name: 'roomGroups.list', call: roomGroups.list, input: { params } });
  const { data } = useQuery(query);
  const { save, trouble } = useListSaving(query.queryKey);
  const set = (sets: readonly GroupSet[]) =>
    save(roomGroups.set({ params, body: { sets: [...sets], version: data?.version ?? 0 } }));
  return { data, set, trouble };
}

const newSet = (): GroupSet => ({
  ...{ id: '', name: '', usedAt: null },
  groups: [
    { name: '', people: [] },
    { name: '', people: [] },
  ],
});

/** Breakout groups that are prepared in a room, and those of its last meeting; for those who may change the room. */
export function GroupsPanel({ roomId, running }: { roomId: string; running: boolean }) {
  const say = presentationsText();
  const time = useTimeText();
  const { data, set, trouble } = useRoomGroups(roomId);
  const [edited, setEdited] = useState<GroupSet | null>(null);
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['presentation', 'room'] });
  if (data === undefined) return null;
  const { sets } = data;
  const save = (changed: GroupSet) => {
    setEdited(null);
    const isKnown = sets.some(({ id }) => id === edited?.id);
    void set(isKnown ? sets.map((one) => (one.id === edited?.id ? changed : one)) : [...sets, changed]);
  };
  const note = sets.length === 0 ? say('groups.none') : running ? say('groups.next') : null;
  const add = sets.length < GROUPS.sets && (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={() => setEdited(newSet())}>
      {say('groups.new')}
    </Button>
  );
  return (
    <Panel id="room-groups" title={say('groups.title')} aside={add} flush="flush">
      <ol className={s.list}>
        {sets.map((one, at) => (
          <PreparedRow
            key={one.id}
            name={one.name || say('groups.last')}
            facts={[
              say('groups.count', { count: one.groups.length }),
              say('groups.people', { count: peopleIn(one) }),
              one.usedAt !== null && say('groups.used', { day: time(one.usedAt, 'day') }),
            ]}
            acts={{
              onUp: at === 0 ? null : () => void set(movedUp(sets, at)),
              onEdit: () => setEdited(one),
              editWord: one.name === '' ? say('groups.keep') : undefined,
              onRemove: () => void set(sets.filter(({ id }) => id !== one.id)),
              removeLabel: say('groups.remove', { name: one.name || say('groups.last') }),
            }}
          />
        ))}
      </ol>
      <PreparedNotes note={note} trouble={trouble} />
      {edited !== null && <GroupsDialog set={edited} onSave={save} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
