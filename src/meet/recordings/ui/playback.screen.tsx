import { Button } from '@mantine/core';
import { IconClockOff, IconDownload, IconHourglass, IconLock, IconMovieOff, IconShare3 } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useParams, useRevalidator } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import type { Playback } from '../playback.contract.ts';
import { FilePlayer, TracksPlayer } from './player/player.part.tsx';
import { hasFormat, mayBeFormat } from './player/format-address.hook.ts';
import { placeNow } from './player/player-state.hook.ts';
import { StartTime } from './recording-cells.part.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './player/player.module.css';

// guests with a link see none of it
const ListedHead = loadable(async () => (await import('./listed-head.part.tsx')).ListedHead);

const refusals = {
  link_expired: { icon: IconClockOff, status: 410 },
  sign_in_required: { icon: IconLock, status: 403 },
  not_ready: { icon: IconHourglass, status: 409 },
  not_found: { icon: IconMovieOff, status: 404 },
} as const;
type PlaybackRefusal = keyof typeof refusals;
const isRefusal = (code: string): code is PlaybackRefusal => code in refusals;

/** A page that says why it does not play, and offers the way on. */
function Refused({ why }: { why: PlaybackRefusal }) {
  const say = recordingsText();
  const navigate = useNavigate();
  const { rememberPath } = useAuth();
  const { recordId = '', format } = useParams();
  const { revalidate } = useRevalidator();
  const Icon = refusals[why].icon;
  usePageTitle(say(`refused.${why}.title`));
  const signIn = () => {
    rememberPath(`/playback/${[recordId, ...(format === undefined ? [] : [format])].map(encodeURIComponent).join('/')}`);
    void navigate('/login');
  };
  return (
    <section className={s.one} data-refused={why}>
      <span className={s.sign}>
        <Icon size={28} stroke={1.5} />
      </span>
      <h1>{say(`refused.${why}.title`)}</h1>
      <p className="soft">{say(`refused.${why}.text`)}</p>
      {why === 'sign_in_required' && (
        <Button size="lg" variant="filled" onClick={signIn}>
          {say('refused.signIn')}
        </Button>
      )}
      {why === 'not_ready' && (
        <Button size="lg" variant="filled" onClick={() => void revalidate()}>
          {say('refused.again')}
        </Button>
      )}
      {(why === 'link_expired' || why === 'not_found') && (
        <LinkButton size="lg" to="/">
          {say('refused.home')}
        </LinkButton>
      )}
    </section>
  );
}

/** Ways of watching, the one that our player shows best first. */
const order = ['atrium', 'video', 'podcast', 'screenshare'];
const rank = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);

/** Notes are read, not played; the browser shows them in a page of their own. */
const isDocument = (mime: string | null) => mime !== null && /^(text\/|application\/pdf)/.test(mime);

/** Makes a task of a recording, or of the moment that it is at; filled in by the route table. */
type RecordingTasks = ComponentType<{ recording: { id: string; name: string }; second: () => number | null }>;

/** In the lists of the reader: with its state, its place and what can be done; else only what it is. */
function Head({ playback, children }: { playback: Playback; children: ReactNode }) {
  if (playback.listed !== null)
    return (
      <Suspense>
        <ListedHead playback={playback} listed={playback.listed}>
          {children}
        </ListedHead>
      </Suspense>
    );
  return (
    <PageHead
      title={<bdi>{playback.name}</bdi>}
      sub={
        <span className="quiet">
          <DotLine>
            {playback.account.name}
            <StartTime at={playback.startedAt} look="full" />
          </DotLine>
        </span>
      }
    >
      {children}
    </PageHead>
  );
}

/** Why those who have it in their lists cannot download it; a missing ffmpeg the player finds in its manifest. */
function DownloadReason({ playback: { listed, download, mayDownload, formats } }: { playback: Playback }) {
  const say = recordingsText();
  if (listed === null || download !== null) return null;
  const reason = mayDownload ? 'downloadThere' : 'downloadOwner';
  if (mayDownload && formats.some(({ plays }) => plays === 'here')) return null;
  return <p className={`soft small ${s.reason}`}>{say(`player.${reason}`)}</p>;
}

type WatchProps = { playback: Playback; wanted: string | undefined; Tasks: RecordingTasks };
function Watch({ playback, wanted, Tasks }: WatchProps) {
  const say = recordingsText();
  const sorted = playback.formats.toSorted((a, b) => rank(a.type) - rank(b.type));
  const [type, setType] = useState(wanted ?? sorted[0]?.type);
  const here = sorted.find((one) => one.type === type) ?? sorted[0];
  const { user } = useAuth();
  usePageTitle(playback.name);
  const name = (of: string) => say.maybe(`formats.${of}`) ?? of;
  return (
    <div className={s.page} data-inside={user !== null || undefined}>
      <Head playback={playback}>
        <Tasks recording={playback} second={() => placeNow(playback.id)} />
        {playback.download !== null && (
          <Button component="a" href={playback.download} download leftSection={<IconDownload size={16} stroke={1.75} />}>
            {say('player.download')}
          </Button>
        )}
      </Head>
      {here === undefined && <p className="soft">{say('player.missing')}</p>}
      {here?.plays === 'here' && here.type === 'atrium' && <TracksPlayer key={here.url} playback={playback} url={here.url} />}
      {here?.plays === 'here' && isDocument(here.mime) && (
        <p>
          <Button component="a" variant="filled" href={here.url} target="_blank" rel="noreferrer">
            {say('player.openThere', { format: name(here.type) })}
          </Button>
        </p>
      )}
      {here?.plays === 'here' && here.type !== 'atrium' && !isDocument(here.mime) && (
        <FilePlayer key={here.url} playback={playback} url={here.url} />
      )}
      {here?.plays === 'server' && (
        <p className="soft">
          {say('player.atServer')}{' '}
          <Button
            component="a"
            variant="filled"
            href={here.url}
            rel="noreferrer"
            leftSection={<IconShare3 size={16} stroke={1.75} />}
          >
            {say('player.openThere', { format: name(here.type) })}
          </Button>
        </p>
      )}
      <DownloadReason playback={playback} />
      {sorted.length > 1 && (
        <nav className={s.formats} aria-label={say('player.formats')}>
          {sorted.map((one) => (
            <Button key={one.type} size="xs" aria-pressed={one === here} onClick={() => setType(one.type)}>
              {name(one.type)}
            </Button>
          ))}
        </nav>
      )}
    </div>
  );
}

/** Plays a recording for people who may see it: by its visibility, or by a link's token. */
function Page({ Tasks }: { Tasks: RecordingTasks }) {
  const { playback, refused } = useLoaded<typeof load>();
  const { format } = useParams();
  if (playback === null) return <Refused why={refused} />;
  return <Watch key={playback.id} {...{ playback, Tasks }} wanted={format} />;
}

const validate = ({ params }: LoadContext): boolean => mayBeFormat(params['format']);

type FoundPlayback = { playback: Playback; refused: 'not_found' } | { playback: null; refused: PlaybackRefusal };
const load = async ({ answer, api, params, url }: LoadContext): Promise<FoundPlayback> => {
  const token = url.searchParams.get('token');
  try {
    const playback = await api(recordingsApi).recordings.playback({
      params: { recordId: params['recordId'] ?? '' },
      query: token === null ? {} : { token: token.slice(0, 200) },
    });
    if (playback.listed !== null) await ListedHead.preload();
    if (hasFormat(playback, params['format'])) return { playback, refused: 'not_found' };
    answer(refusals.not_found.status);
    return { playback: null, refused: 'not_found' };
  } catch (error) {
    if (!(error instanceof Failure) || !isRefusal(error.code)) throw error;
    answer(refusals[error.code].status);
    return { playback: null, refused: error.code };
  }
};

export const playbackScreen = (Tasks: RecordingTasks): ScreenModule => ({ Screen: () => <Page Tasks={Tasks} />, load, validate });
