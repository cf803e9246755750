import { ActionIcon, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { endsTag, tagKey, tagLimits, tagsIn } from '#core/iam/tags.rules.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import type { RoomDraft } from './room-draft.hook.ts';
import { roomsApi, tagsQuery } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room-tags.module.css';

const mostOffered = 8;
const joined = (tags: readonly string[]) => tags.join(', ');

/** Words typed one after the other, or taken from those that the account's rooms have. */
export function TagsField({ form }: { form: DraftForm<RoomDraft> }) {
  const say = roomsText();
  const { data } = useQuery(tagsQuery(useApi(roomsApi)));
  const [text, setText] = useState('');
  const { onChange: _change, value: _value, defaultValue: _first, ...input } = form.input('tags');
  const tags = tagsIn(form.values.tags);
  const has = (tag: string) => tags.some((one) => tagKey(one) === tagKey(tag));
  const known = (data?.items ?? []).map(({ tag }) => tag);
  const offered = known.filter((tag) => !has(tag) && tagKey(tag).includes(tagKey(text))).slice(0, mostOffered);
  const put = (next: readonly string[]) => form.set('tags', joined(next));
  // in the spelling that other rooms have
  const spelled = (tag: string) => known.find((one) => tagKey(one) === tagKey(tag)) ?? tag;
  const add = (words: string) => {
    put(tagsIn(joined([...tags, ...tagsIn(words).map(spelled)])));
    setText('');
  };
  const type = (words: string) => (endsTag(words) ? add(words) : setText(words));
  return (
    <div className={s.field}>
      <TextInput
        size="md"
        {...input}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter ends a word here, also the last one: it never sends the form
          if (event.key === 'Enter') {
            event.preventDefault();
            add(text);
          }
          if (event.key === 'Backspace' && text === '') put(tags.slice(0, -1));
        }}
        onBlur={() => text.trim() !== '' && add(text)}
        label={say('form.tags')}
        description={say('form.tagsHint', { max: tagLimits.each })}
        inputWrapperOrder={['label', 'input', input['error'] == null ? 'description' : 'error']}
        dir="auto"
        autoComplete="off"
        rightSection={
          text.trim() === '' ? null : (
            <ActionIcon size={28} aria-label={say('form.tagsAdd', { tag: text.trim() })} onClick={() => add(text)}>
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          )
        }
      />
      {tags.length > 0 && (
        <ul className={s.tags}>
          {tags.map((tag) => (
            <li key={tagKey(tag)} className={s.tag}>
              <bdi>{tag}</bdi>
              <button
                type="button"
                aria-label={say('form.tagsOut', { tag })}
                onClick={() => put(tags.filter((one) => one !== tag))}
              >
                <IconX size={14} stroke={1.75} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <p className={s.offers}>
          {say('form.tagsKnown')}
          {offered.map((tag) => (
            <button key={tag} type="button" className={s.offer} onClick={() => add(tag)}>
              <bdi>{tag}</bdi>
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
