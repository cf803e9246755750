import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPencil, IconShare3 } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { Playback } from '../playback.contract.ts';
import { recordingLimits } from '../recordings.rules.ts';
import { playPath, StartTime, statusOfRecording } from './recording-cells.part.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './player/player.module.css';

const ShareDialog = loadable(async () => (await import('./share-dialog.part.tsx')).ShareDialog);

type ListedPlayback = NonNullable<Playback['listed']>;
type NeighbourProps = { to: ListedPlayback['next']; word: 'previous' | 'next' };

function Neighbour({ to, word }: NeighbourProps) {
  const say = recordingsText();
  if (to === null) return null;
  const Icon = word === 'next' ? IconChevronRight : IconChevronLeft;
  const icon = <Icon className="turn" size={14} stroke={2} aria-hidden="true" />;
  return (
    <Link to={playPath(to)} aria-label={say(`player.${word}Of`, { name: to.name })}>
      {word === 'previous' && icon}
      {say(`player.${word}`)}
      {word === 'next' && icon}
    </Link>
  );
}

/** The recordings of the room before and after it. */
function Neighbours({ listed: { previous, next } }: { listed: ListedPlayback }) {
  const say = recordingsText();
  if (previous === null && next === null) return null;
  return (
    <nav className={s.neighbours} aria-label={say('player.ofRoom')}>
      <Neighbour to={previous} word="previous" />
      <Neighbour to={next} word="next" />
    </nav>
  );
}

type RenameProps = { playback: Playback; revision: number; onDone: () => void };
/** The name as a field, where the heading was. */
function Rename({ playback, revision, onDone }: RenameProps) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const failureText = useFailureText(say);
  const { revalidate } = useRevalidator();
  const [name, setName] = useState(playback.name);
  const [state, setState] = useState<{ busy: string; trouble: string }>({ busy: '', trouble: '' });
  const save = async () => {
    setState({ busy: 'save', trouble: '' });
    try {
      await api.recordings.edit({ params: { id: playback.id }, body: { revision, name: name.trim() } });
      await revalidate();
      onDone();
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={s.rename} onSubmit={submit}>
      <TextInput
        data-autofocus
        autoFocus
        className="grow"
        aria-label={say('change.name')}
        value={name}
        maxLength={recordingLimits.name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button type="submit" variant="filled" loading={state.busy !== ''} disabled={name.trim() === ''}>
        {say('change.save')}
      </Button>
      <Button onClick={onDone}>{say('change.cancel')}</Button>
      {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
    </form>
  );
}

type HeadProps = { playback: Playback; listed: ListedPlayback; children: ReactNode };
/** The head for people who have the recording in their lists. `children`: further actions. */
export function ListedHead({ playback, listed, children }: HeadProps) {
  const say = recordingsText();
  const [open, setOpen] = useState<'none' | 'rename' | 'renamed' | 'share'>('none');
  const close = () => setOpen('none');
  const { room, state, visibility, views, revision, mayEdit } = listed;
  return (
    <>
      <Neighbours listed={listed} />
      {open === 'rename' && <Rename playback={playback} revision={revision} onDone={() => setOpen('renamed')} />}
      <PageHead
        title={open === 'rename' ? <span className="hidden">{playback.name}</span> : <bdi>{playback.name}</bdi>}
        sub={
          <span className={s.facts}>
            <Status of={statusOfRecording[state]}>{say(`who.${visibility}`)}</Status>
            <span className="quiet">
              <DotLine>
                {room !== null && (
                  <Link to={`/rooms/${room.id}`}>
                    <bdi>{room.name}</bdi>
                  </Link>
                )}
                <StartTime at={playback.startedAt} look="full" />
                {say('player.views', { count: views })}
              </DotLine>
            </span>
          </span>
        }
      >
        {mayEdit && open !== 'rename' && (
          <ActionIcon
            size={36}
            autoFocus={open === 'renamed'}
            aria-label={say('player.rename')}
            onClick={() => setOpen('rename')}
          >
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
        )}
        {children}
        {mayEdit && state === 'published' && (
          <Button leftSection={<IconShare3 size={16} stroke={1.75} />} onClick={() => setOpen('share')}>
            {say('acts.share')}
          </Button>
        )}
      </PageHead>
      <Suspense>{open === 'share' && <ShareDialog item={playback} onClose={close} />}</Suspense>
    </>
  );
}
