import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { POLLS, type PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { roomPollsCalls } from '../room-polls.contract.ts';
import { PollDialog } from './poll-dialog.part.tsx';
import { pollsText } from './polls-text.hook.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

const roomPollsApi = { roomPolls: roomPollsCalls };

function useRoomPolls(roomId: string) {
  const { roomPolls } = useApi(roomPollsApi);
  const queries = useQueryClient();
  const failureText = useFailureText(presentationsText());
  const [trouble, setTrouble] = useState('');
  const params = { id: roomId };
  const query = callQuery({ area: 'bigbluebutton', name: 'roomPolls.list', call: roomPolls.list, input: { params } });
  const { data } = useQuery(query);
  const set = async (polls: readonly PollQuestion[]) => {
    setTrouble('');
    const body = { polls: [...polls], version: data?.version ?? 0 };
    await roomPolls.set({ params, body }).then(
      (shown) => queries.setQueryData(query.queryKey, shown),
      (error: unknown) => setTrouble(failureText(error)),
    );
  };
  return { data, set, trouble };
}

type RowProps = { poll: PollQuestion; name: string; onEdit: () => void; onUp: (() => void) | null; onRemove: () => void };
function RowActs({ name, onEdit, onUp, onRemove }: Omit<RowProps, 'poll'>) {
  const say = presentationsText();
  const words = pollsText();
  return (
    <>
      {onUp !== null && (
        <ActionIcon size={32} aria-label={say('polls.up', { question: name })} onClick={onUp}>
          <IconArrowUp size={16} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon size={32} aria-label={say('polls.edit', { question: name })} onClick={onEdit}>
        <IconPencil size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon size={32} aria-label={words('discard', { question: name })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

function Row({ rights, poll, ...row }: RowProps & { rights: { edit: boolean } }) {
  const words = pollsText();
  return (
    <li>
      <span className={s.words}>
        <bdi className="strong">{row.name}</bdi>
        <span className="tiny quiet">
          <DotLine>
            {words(`kind.${poll.kind}`)}
            {poll.anonymous && words('anonymous')}
          </DotLine>
        </span>
      </span>
      {rights.edit && <RowActs {...row} />}
    </li>
  );
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
  const save = (poll: PollQuestion) => {
    setEdited(null);
    void set([...polls.slice(0, edited ?? polls.length), poll, ...polls.slice((edited ?? polls.length) + 1)]);
  };
  const moveUp = (at: number) => {
    const [before, poll] = polls.slice(at - 1, at + 1);
    if (before !== undefined && poll !== undefined) void set([...polls.slice(0, at - 1), poll, before, ...polls.slice(at + 1)]);
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
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: polls have no id, and two may be the same
            key={at}
            poll={poll}
            name={poll.question || words('poll')}
            rights={rights}
            onUp={at === 0 ? null : () => moveUp(at)}
            onEdit={() => setEdited(at)}
            onRemove={() => void set(polls.filter((_, place) => place !== at))}
          />
        ))}
      </ol>
      {note !== null && <p className={s.note}>{say(note)}</p>}
      {trouble !== '' && (
        <p className={s.note} role="alert" data-trouble>
          {trouble}
        </p>
      )}
      {edited !== null && <PollDialog poll={polls[edited] ?? null} onSave={save} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
