import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useRoomSource } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { Pick as PickList } from './user-pick.part.tsx';
import { useRoomNames } from './room-names.hook.ts';

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void; error?: string };
/** Rooms of the account; those that are chosen stand first. */
export function PickRooms({ chosen, onChange, error }: Props) {
  const say = iamText();
  const { find } = useRoomSource();
  const [text, setText] = useState('');
  const [first] = useState(chosen);
  const search = useDeferredValue(text);
  const query = useQuery({
    queryKey: ['IAMUser', 'rooms', search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  });
  const nameOfKept = useRoomNames(first);
  const found = query.data ?? [];
  const kept = first.filter((id) => found.every((room) => room.id !== id)).map((id) => ({ id, name: nameOfKept(id) }));
  return (
    <PickList
      label={say('sets.rooms')}
      options={[...kept, ...found]}
      chosen={chosen}
      onChange={onChange}
      search={{ label: say('sets.searchRooms'), text, set: setText }}
      none={say('sets.noRooms')}
      {...(error === undefined ? {} : { error })}
    />
  );
}
