import { IconLink, IconLock, IconUsers, IconWorld } from '@tabler/icons-react';
import { Ltr } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { State } from '#kit/ui/status.tsx';
import phone from '#meet/rooms/ui/blocks/phone-list.module.css';
import type { RecordingItem } from '../recordings.contract.ts';
import type { RecordingState, Visibility } from '../recordings.rules.ts';
import { clockText } from './recording-words.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

const looks: Readonly<Record<RecordingState, State>> = {
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
    <span className={`${s.name} ${phone.name}`}>
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

/** A state that needs somebody says its reason under itself. */
export function StateCell({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  const reason = item.stateReason === null ? null : (say.maybe(`reason.${item.stateReason}`) ?? say('reason.other'));
  return (
    <span className={`${s.state} ${phone.state}`}>
      <Status of={looks[item.state]} look="plain">
        {item.state === 'processing' && item.progress !== null ? (
          <Ltr>{say('list.progress', { part: item.progress })}</Ltr>
        ) : null}
      </Status>
      {item.state === 'failed' && reason !== null && <span className="quiet tiny">{reason}</span>}
    </span>
  );
}

const seen = { owner: IconLock, account: IconUsers, link: IconLink, public: IconWorld } as const;
export function WhoCell({ who }: { who: Visibility }) {
  const say = recordingsText();
  const Icon = seen[who];
  return (
    <span className="row">
      <Icon size={16} stroke={1.75} />
      {say(`who.${who}`)}
    </span>
  );
}
