import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import { Status } from '#kit/ui/status.tsx';
import type { VersionView } from '../files.contract.ts';
import { FileInput } from './file-input.part.tsx';
import { fileQuery, libraryApi, uploadedFileQuery } from './files-data.hook.ts';
import { usePercentText } from './percent-text.hook.ts';
import { filesText } from './files-text.hook.ts';
import { secondsLeft, shareOf, type UploadItem } from './upload-list.hook.ts';
import type { UploadQueue } from './uploads.hook.ts';
import s from './files.module.css';

const icon = { size: 16, stroke: 1.75 } as const;

/** How far it is, in words; what to do next where it stands still. */
function Detail({ item }: { item: UploadItem }) {
  const say = filesText();
  const size = useSizeText();
  const share = usePercentText()(shareOf(item));
  if (item.state === 'choose') return say('uploads.choose', { share });
  if (item.state === 'stopped' && item.why !== null) return say(`uploads.${item.why}`, { share });
  if (item.state === 'done') return size(item.bytes);
  const left = item.state === 'sending' ? secondsLeft(item, Date.now()) : null;
  return (
    <>
      {say('uploads.of', { sent: size(item.sent), all: size(item.bytes) })}
      {left !== null && `, ${left < 60 ? say('uploads.seconds') : say('uploads.minutes', { count: Math.round(left / 60) })}`}
    </>
  );
}

/** The button that opens the machine's own dialog for files. */
function ChooseAgain({ item, uploads }: { item: UploadItem; uploads: UploadQueue }) {
  const say = filesText();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  return (
    <div className={s.choose}>
      <FileInput
        ref={input}
        onFiles={([file]) =>
          file !== undefined && setWrong(uploads.choose(item.id, file) ? '' : say('uploads.otherFile', { name: item.name }))
        }
      />
      <button
        type="button"
        className={s.chooseButton}
        aria-describedby={`upload-${item.id}`}
        onClick={() => input.current?.click()}
      >
        {say('uploads.chooseFile')}
      </button>
      <span role="alert" className={s.wrong}>
        {wrong}
      </span>
    </div>
  );
}

function Verbs({ item, uploads }: { item: UploadItem; uploads: UploadQueue }) {
  const say = filesText();
  const { id, name, state, why } = item;
  return (
    <div className={s.verbs}>
      {state === 'sending' && (
        <IconButton aria-label={say('uploads.pause', { name })} onClick={() => uploads.pause(id)}>
          <IconPlayerPause {...icon} />
        </IconButton>
      )}
      {(state === 'paused' || (state === 'stopped' && (why === 'lost' || why === 'limit'))) && (
        <IconButton aria-label={say('uploads.resume', { name })} onClick={() => uploads.resume(id)}>
          <IconPlayerPlay {...icon} />
        </IconButton>
      )}
      <IconButton
        aria-label={state === 'done' ? say('uploads.close', { name }) : say('uploads.cancel', { name })}
        onClick={() => void uploads.remove(id)}
      >
        <IconX {...icon} />
      </IconButton>
    </div>
  );
}

/** What was sent is checked before it can be used: until then it is not ready, and afterwards it may be refused. */
function useSentVersion({ id, state }: UploadItem): VersionView | null {
  const api = useApi(libraryApi);
  const { data: sent } = useQuery({ ...uploadedFileQuery(api, id), enabled: state === 'done' });
  const { data: file } = useQuery({ ...fileQuery(api, sent?.id ?? ''), enabled: sent !== undefined });
  return file?.versions[0] ?? null;
}
function SentState({ version }: { version: VersionView | null }) {
  const say = filesText();
  if (version?.state === 'ready') return say('uploads.done');
  return <Status of={version?.state === 'refused' ? 'refused' : 'processing'} look="plain" />;
}

const words = { sending: 'sending', paused: 'paused', choose: 'waiting', stopped: 'stopped' } as const;
function UploadRow({ item, uploads }: { item: UploadItem; uploads: UploadQueue }) {
  const say = filesText();
  const percent = usePercentText();
  const share = shareOf(item);
  const version = useSentVersion(item);
  return (
    <li className={s.upload} data-state={item.state}>
      <div className={s.uploadWords}>
        <p className={s.uploadHead}>
          <bdi className={s.uploadName} id={`upload-${item.id}`}>
            {item.name}
          </bdi>
          <span className={s.uploadState}>
            {item.state === 'done' ? <SentState version={version} /> : say(`uploads.${words[item.state]}`)}{' '}
            {item.state === 'sending' && <Ltr>{percent(share)}</Ltr>}
          </span>
        </p>
        {item.state !== 'done' && (
          <div
            className={s.meter}
            role="progressbar"
            aria-label={say('uploads.progress', { name: item.name })}
            aria-valuenow={share}
            aria-valuemin={0}
            aria-valuemax={100}
            style={cssVars({ '--share': `${share}%` })}
          />
        )}
        <p className={s.uploadDetail}>
          {version?.state === 'refused' && version.trouble !== null ? say(`trouble.${version.trouble}`) : <Detail item={item} />}
        </p>
        {item.state === 'choose' && <ChooseAgain item={item} uploads={uploads} />}
      </div>
      <Verbs item={item} uploads={uploads} />
    </li>
  );
}

/** What is on its way, at the end of the foot; foldable. */
export function UploadPanel({ uploads }: { uploads: UploadQueue }) {
  const say = filesText();
  const [fold, setFold] = useState<'open' | 'folded'>('open');
  if (uploads.items.length === 0) return null;
  const running = uploads.items.filter(({ state }) => state === 'sending').length;
  return (
    <section className={s.panel} aria-label={say('uploads.title')}>
      <header className={s.panelHead}>
        <h2 aria-live="polite">{say('uploads.running', { count: running })}</h2>
        <IconButton
          aria-label={fold === 'open' ? say('uploads.fold') : say('uploads.unfold')}
          aria-expanded={fold === 'open'}
          onClick={() => setFold(fold === 'open' ? 'folded' : 'open')}
        >
          {fold === 'open' ? <IconChevronDown {...icon} /> : <IconChevronUp {...icon} />}
        </IconButton>
      </header>
      {fold === 'open' && (
        <ul className={s.uploads}>
          {uploads.items.map((item) => (
            <UploadRow key={item.id} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
    </section>
  );
}
