import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPlus, IconPresentation, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { type Presentation, presentationsCalls, type RoomPresentations } from '../presentations.contract.ts';
import { presentationLimits, shownKinds } from '../presentations.rules.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

const FilePicker = loadable(async () => (await import('#core/files/ui/blocks/file-picker.part.tsx')).FilePicker);
const presentationsApi = { presentations: presentationsCalls };

function usePresentations(roomId: string) {
  const api = useApi(presentationsApi);
  const queries = useQueryClient();
  const failureText = useFailureText(presentationsText());
  const [trouble, setTrouble] = useState('');
  const params = { id: roomId };
  const query = callQuery({
    area: 'bigbluebutton',
    name: 'presentations.list',
    call: api.presentations.list,
    input: { params },
  });
  const { data } = useQuery(query);
  const set = async (files: readonly string[]) => {
    setTrouble('');
    await api.presentations.set({ params, body: { files: [...files] } }).then(
      (shown) => queries.setQueryData(query.queryKey, shown),
      (error: unknown) => setTrouble(failureText(error)),
    );
  };
  return { data, set, trouble };
}

function StateWord({ state }: { state: Presentation['state'] }) {
  const say = presentationsText();
  if (state === 'idle') return null;
  return (
    <span className={s.state} data-state={state}>
      {say(`state.${state}`)}
    </span>
  );
}

type RowProps = {
  one: Presentation;
  place: 'first' | 'later';
  onFirst: (() => void) | null;
  onRemove: (() => void) | null;
};
function Row({ one, place, onFirst, onRemove }: RowProps) {
  const say = presentationsText();
  return (
    <li>
      {one.thumbnail === null ? (
        <span className={s.thumb}>
          <IconPresentation size={18} stroke={1.75} aria-hidden="true" />
        </span>
      ) : (
        <img className={s.thumb} src={one.thumbnail} alt="" loading="lazy" />
      )}
      <span className={s.words}>
        <bdi className="strong">{one.name}</bdi>
        <span className="tiny quiet">
          <DotLine>
            {place === 'first' && say('first')}
            {one.pages !== null && say('pages', { count: one.pages })}
          </DotLine>
        </span>
        <StateWord state={one.state} />
      </span>
      {onFirst !== null && place === 'later' && (
        <ActionIcon size={32} aria-label={say('showFirst', { name: one.name })} onClick={onFirst}>
          <IconArrowUp size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {onRemove !== null && (
        <ActionIcon size={32} aria-label={say('remove', { name: one.name })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}

function Note({ shown, running }: { shown: RoomPresentations; running: boolean }) {
  const say = presentationsText();
  if (shown.items.length === 0) return <p className={s.note}>{say(shown.rights.edit ? 'none' : 'noneLook')}</p>;
  if (running && shown.items.some(({ state }) => state === 'idle')) return <p className={s.note}>{say('next')}</p>;
  return null;
}

/** The files that a room shows, in order; the first is there when a meeting starts. */
export function PresentationsPanel({ roomId, running }: { roomId: string; running: boolean }) {
  const say = presentationsText();
  const { data, set, trouble } = usePresentations(roomId);
  const [picking, setPicking] = useState<'open' | 'closed'>('closed');
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['presentation'] });
  if (data === undefined) return null;
  const ids = data.items.map(({ fileId }) => fileId);
  const without = (fileId: string) => ids.filter((id) => id !== fileId);
  const choose = ({ id }: { id: string }) => {
    setPicking('closed');
    void set([...ids, id]);
  };
  const add = data.rights.edit && ids.length < presentationLimits.most && (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={() => setPicking('open')}>
      {say('add')}
    </Button>
  );
  return (
    <Panel id="presentations" title={say('title')} aside={add} flush="flush">
      <ul className={s.list}>
        {data.items.map((one, at) => (
          <Row
            key={one.fileId}
            one={one}
            place={at === 0 ? 'first' : 'later'}
            onFirst={data.rights.edit ? () => void set([one.fileId, ...without(one.fileId)]) : null}
            onRemove={data.rights.edit ? () => void set(without(one.fileId)) : null}
          />
        ))}
      </ul>
      <Note shown={data} running={running} />
      {trouble !== '' && (
        <p className={s.note} role="alert" data-trouble>
          {trouble}
        </p>
      )}
      <Suspense>
        {picking === 'open' && (
          <FilePicker title={say('choose')} kinds={shownKinds} onChoose={choose} onClose={() => setPicking('closed')} />
        )}
      </Suspense>
    </Panel>
  );
}
