import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmbedKind } from '#kit/rich-text.ts';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { Time } from '#kit/ui/time.tsx';
import { recordingsCalls } from '#meet/recordings/recordings.contract.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import type { PostEmbed } from '../../reading.contract.ts';
import { pickerText } from './picker-text.hook.ts';
import s from './embed-picker.module.css';

const embedApi = { rooms: roomsCalls, recordings: recordingsCalls };
/** `closed`: readers could not open it. */
type EmbedChoice = { embed: PostEmbed; access: 'open' | 'closed' };

function useChoices(kind: EmbedKind, search: string) {
  const { rooms, recordings } = useApi(embedApi);
  const query = { limit: 30, ...(search !== '' && { search }) };
  const area = 'blog';
  const kept = { placeholderData: <T,>(before: T | undefined) => before };
  const foundRooms = useQuery({
    ...callQuery({ area, name: 'embed.rooms', call: rooms.list, input: { query } }),
    ...kept,
    enabled: kind === 'room',
  });
  const foundRecordings = useQuery({
    ...callQuery({ area, name: 'embed.recordings', call: recordings.list, input: { query: { ...query, state: 'published' } } }),
    ...kept,
    enabled: kind === 'recording',
  });
  const choices =
    kind === 'room'
      ? foundRooms.data?.items
          .filter(({ account }) => account === null)
          .map(({ id, name, slug }): EmbedChoice => {
            const embed = { kind, id, name, path: `/m/${slug}`, startedAt: null, lengthMs: null };
            return { embed, access: 'open' };
          })
      : foundRecordings.data?.items.map(({ id, name, recordId, startedAt, lengthMs, visibility, protect }): EmbedChoice => {
          const open = !protect && (visibility === 'public' || visibility === 'link');
          const path = `/playback/${encodeURIComponent(recordId)}`;
          return { embed: { kind, id, name, path, startedAt, lengthMs }, access: open ? 'open' : 'closed' };
        });
  return { choices, error: foundRooms.error ?? foundRecordings.error };
}

type Props = { kind: EmbedKind; onChoose: (embed: PostEmbed) => void; onClose: () => void };
/** Chooses a room or recording that a text leads to. */
export function EmbedPicker({ kind, onChoose, onClose }: Props) {
  const say = pickerText();
  const failureText = useFailureText(say);
  const [search, setSearch] = useState('');
  const { choices, error } = useChoices(kind, search.trim());
  const title = say(kind === 'room' ? 'pick.room' : 'pick.recording');
  return (
    <Dialog title={title} width={560} onClose={onClose}>
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      <TextInput
        className={s.search}
        type="search"
        aria-label={say('pick.search')}
        placeholder={say('pick.search')}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={s.list} aria-label={title}>
        {choices?.map(({ embed, access }) => (
          <li key={embed.id}>
            <button type="button" className={s.row} disabled={access === 'closed'} onClick={() => onChoose(embed)}>
              <bdi>{embed.name}</bdi>
              <span className="tiny quiet">
                <DotLine>
                  {embed.startedAt !== null && <Time at={embed.startedAt} look="day" />}
                  {access === 'closed' && say('pick.closed')}
                </DotLine>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {choices?.length === 0 && <p className="quiet">{say('pick.none')}</p>}
      <div className={dialogs.acts}>
        <Button variant="default" onClick={onClose}>
          {say('pick.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
