import { IconLink, IconLock, IconUsers, IconWorld } from '@tabler/icons-react';
import { dayIn } from '#kit/dates.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { StatusState } from '#kit/ui/status.tsx';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import { Time, type TimeLook } from '#kit/ui/time.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { dayMs, recordingLimits, type RecordingState, type RecordingVisibility } from '../recordings.rules.ts';
import { clockText } from './recording-words.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

export const statusOfRecording: Readonly<Record<RecordingState, StatusState>> = {
  capturing: 'live',
  processing: 'processing',
  published: 'published',
  unpublished: 'unpublished',
  failed: 'failed',
  recycled: 'binned',
  deleting: 'ending',
  deleted: 'binned',
};

export const playPath = (item: Pick<RecordingItem, 'recordId'>): string => `/playback/${encodeURIComponent(item.recordId)}`;

/** A small picture with the length on it. */
export function Thumbnail({ item }: { item: RecordingItem }) {
  return (
    <span className={s.thumb} data-idle={item.state === 'published' ? undefined : ''} aria-hidden="true">
      {item.thumbnail !== null && <img src={item.thumbnail} alt="" loading="lazy" width={72} height={42} />}
      {item.lengthMs > 0 && <bdi dir="ltr">{clockText(item.lengthMs)}</bdi>}
    </span>
  );
}

export function NameCell({ item }: { item: RecordingItem }) {
  return (
    <span className={s.name}>
      <Thumbnail item={item} />
      <span className={s.words}>
        {item.rights.play ? (
          <a className="strong cut" href={playPath(item)}>
            {item.name}
          </a>
        ) : (
          <span className="strong cut">{item.name}</span>
        )}
        <span className="quiet tiny cut">
          {item.room?.name}
          {item.captions.length > 0 && <Ltr className={s.langs ?? ''}>CC {item.captions.join(', ').toUpperCase()}</Ltr>}
        </span>
      </span>
    </span>
  );
}

export const LengthCell = ({ ms }: { ms: number }) =>
  ms === 0 ? <span className="quiet">–</span> : <Ltr className="num">{clockText(ms)}</Ltr>;

/** Days before the end from which on the end is shown beside the state. */
const soonDays = 14;

/** Days of the calendar until then; today is none. */
const daysUntil = (at: number, { now, zone }: Pick<Reader, 'now' | 'zone'>): number =>
  Math.max(0, Math.round((Date.parse(dayIn(at, zone)) - Date.parse(dayIn(now, zone))) / dayMs));

/** The end of its keeping time, or of its time in the bin, when that is near. */
function EndsSoon({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  const reader = useReader();
  if (item.state === 'recycled' && item.recycledAt !== null) {
    const days = daysUntil(item.recycledAt + recordingLimits.binDays * dayMs, reader);
    return <span className="quiet tiny">{say('list.goneIn', { days })}</span>;
  }
  const kept = item.state === 'published' || item.state === 'unpublished' ? item.keepUntil : null;
  if (kept === null || daysUntil(kept, reader) > soonDays) return null;
  return <span className={`tiny ${s.ends}`}>{say('list.endsIn', { days: daysUntil(kept, reader) })}</span>;
}

export function KeepCell({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  return item.keepUntil === null ? <span className="quiet">{say('list.forever')}</span> : <Time at={item.keepUntil} look="day" />;
}

/** A state that needs somebody says its reason under itself. */
/** When it was held, as far as anybody knows. */
export function StartTime({ at, look = 'near' }: { at: number | null; look?: TimeLook }) {
  const say = recordingsText();
  return at === null ? <span className="quiet">{say('list.noDate')}</span> : <Time at={at} look={look} />;
}

export function StateCell({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  const reason = item.stateReason === null ? null : (say.maybe(`reason.${item.stateReason}`) ?? say('reason.other'));
  return (
    <span className={s.state}>
      <Status of={statusOfRecording[item.state]} look="plain">
        {item.state === 'processing' && item.progress !== null ? (
          <Ltr>{say('list.progress', { part: item.progress })}</Ltr>
        ) : null}
      </Status>
      {item.state === 'failed' && reason !== null && <span className="quiet tiny">{reason}</span>}
      <EndsSoon item={item} />
    </span>
  );
}

const seen = { owner: IconLock, account: IconUsers, link: IconLink, public: IconWorld } as const;
export function WhoCell({ who }: { who: RecordingVisibility }) {
  const say = recordingsText();
  const Icon = seen[who];
  return (
    <span className="row">
      <Icon size={16} stroke={1.75} />
      {say(`who.${who}`)}
    </span>
  );
}
