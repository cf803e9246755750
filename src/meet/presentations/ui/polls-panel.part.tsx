import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { POLLS, type PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { roomPollsCalls } from '../room-polls.contract.ts';
import { PollDialog } from './poll-dialog.part.tsx';
import { pollsText } from './polls-text.hook.ts';
import { movedUp, PreparedNotes, PreparedRow, useListSaving } from './prepared-list.part.tsx';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

const roomPollsApi = { roomPolls: roomPollsCalls };

function useRoomPolls(roomId: string) {
  const { roomPolls } = useApi(roomPollsApi);
  const params = { id: roomId };
  const query = callQuery({ area: 'bigbluebutton', name: 'roomPolls.list', call: roomPolls.list, input: { params } });
  const { data } = useQuery(query);
  const { save, trouble } = useListSaving(query.queryKey);
  const set = (polls: readonly PollQuestion[]) =>
    save(roomPolls.set({ params, body: { polls: [...polls], version: data?.version ?? 0 } }));
  return { data, set, trouble };
}

/** The polls that are prepared in a room, in the order in which its meetings offer them. */
export function PollsPanel({ roomId, running }: { roomId: string; running: boolean }) {
  const say = presentationsText();
  const words = pollsText();
  const { data, set, trouble } = useRoomPolls(roomId);
  /** The place of the one that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['presentation', 'room'] });
  if (data === undefined) return null;
  const { polls, rights } = data;
  const nameOf = ({ question }: PollQuestion) => question || words('poll');
  const save = (poll: PollQuestion) => {
    setEdited(null);
    void set([...polls.slice(0, edited ?? polls.length), poll, ...polls.slice((edited ?? polls.length) + 1)]);
  };
  const note = polls.length === 0 ? (rights.edit ? 'polls.none' : 'polls.noneLook') : running ? 'polls.next' : null;
  const add = rights.edit && polls.length < POLLS.prepared && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} stroke={1.75} />}
      onClick={() => setEdited(polls.length)}
    >
      {words('new')}
    </Button>
  );
  return (
    <Panel id="room-polls" title={words('tab')} aside={add} flush="flush">
      <ol className={s.list}>
        {polls.map((poll, at) => (
          <PreparedRow
            // biome-ignore lint/suspicious/noArrayIndexKey: polls have no id, and two may be the same
            key={at}
            name={nameOf(poll)}
            facts={[words(`kind.${poll.kind}`), poll.anonymous && words('anonymous')]}
            acts={
              rights.edit
                ? {
                    onUp: at === 0 ? null : () => void set(movedUp(polls, at)),
                    onEdit: () => setEdited(at),
                    onRemove: () => void set(polls.filter((_, place) => place !== at)),
                    removeLabel: words('discard', { question: nameOf(poll) }),
                  }
                : null
            }
          />
        ))}
      </ol>
      <PreparedNotes note={note === null ? null : say(note)} trouble={trouble} />
      {edited !== null && <PollDialog poll={polls[edited] ?? null} onSave={save} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
