import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagKey, tagTrouble } from '../tags.rules.ts';
import { useRoomSource } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { Pick as PickList } from './user-pick.part.tsx';

const none = async (): Promise<string[]> => [];
const mostOffered = 50;

/** Tags by their keys: those that rooms carry, and any other word, for rooms to come. */
export function PickTags({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: string[]) => void }) {
  const say = iamText();
  const { tags = none } = useRoomSource();
  const { data = [] } = useQuery({ queryKey: ['IAMUser', 'tags'], queryFn: tags });
  const [text, setText] = useState('');
  const [first] = useState(chosen);
  const names = new Map([...first, ...data].map((tag) => [tagKey(tag), tag]));
  for (const key of chosen) if (!names.has(key)) names.set(key, key);
  const typed = tagKey(text);
  const options = [...names].filter(([key]) => chosen.includes(key) || key.includes(typed)).slice(0, mostOffered);
  const fresh =
    tagTrouble(text) === null && !names.has(typed) ? [{ id: typed, name: say('sets.newTag', { tag: text.trim() }) }] : [];
  return (
    <PickList
      label={say('sets.tags')}
      options={[...options.map(([id, name]) => ({ id, name })), ...fresh]}
      chosen={chosen}
      onChange={onChange}
      search={{ label: say('sets.searchTags'), text, set: setText }}
      none={say('sets.noTags')}
    />
  );
}
