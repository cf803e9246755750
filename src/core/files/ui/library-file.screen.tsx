import { Button } from '@mantine/core';
import { IconDownload, IconPresentation, IconShare3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { useSizeText } from '#kit/ui/size-text.ts';
import { Time } from '#kit/ui/time.tsx';
import type { FileDetail, VersionView } from '../files.contract.ts';
import { type LibrarySlots, LibrarySlotsContext, useRoomDialog } from './blocks/library-slots.hook.ts';
import { OwnerCell, useDetailText } from './file-cells.part.tsx';
import { useReported } from './file-menu.part.tsx';
import { FilePreview } from './file-preview.part.tsx';
import { useFileVerbs } from './file-verbs.hook.ts';
import { fileQuery, libraryApi } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';
import s from './library-file.module.css';

const ChangeDialog = loadable(async () => (await import('./change-dialog.part.tsx')).ChangeDialog);

function HeadActs({ file }: { file: FileDetail }) {
  const say = filesText();
  const [open, setOpen] = useState<'share' | 'room' | 'closed'>('closed');
  const UseInRoom = useRoomDialog(file);
  const { url } = file.version;
  return (
    <div className={s.acts}>
      {file.rights.share && file.deletedAt === null && (
        <Button variant="default" leftSection={<IconShare3 size={16} stroke={1.75} />} onClick={() => setOpen('share')}>
          {say('acts.share')}
        </Button>
      )}
      {url !== null && (
        <Button component="a" variant="default" href={`${url}?download`} leftSection={<IconDownload size={16} stroke={1.75} />}>
          {say('acts.download')}
        </Button>
      )}
      {UseInRoom !== null && (
        <Button variant="filled" leftSection={<IconPresentation size={16} stroke={1.75} />} onClick={() => setOpen('room')}>
          {say('acts.useInRoom')}
        </Button>
      )}
      <Suspense>
        {open === 'room' && UseInRoom !== null && <UseInRoom file={file} onClose={() => setOpen('closed')} />}
        {open === 'share' && (
          <ChangeDialog subject={{ of: 'file', thing: file }} kind="share" onClose={() => setOpen('closed')} />
        )}
      </Suspense>
    </div>
  );
}

function Version({ file, version }: { file: FileDetail; version: VersionView }) {
  const say = filesText();
  const detail = useDetailText();
  const verbs = useFileVerbs();
  const report = useReported();
  const isCurrent = version.id === file.version.id;
  return (
    <li className={s.version}>
      <span className={s.words}>
        <span>{say('file.version', { number: version.number })}</span>
        <span className="quiet">
          <DotLine>
            <Time at={version.createdAt} />
            {version.by.name}
            {detail({ kind: file.kind, version })}
          </DotLine>
        </span>
      </span>
      {isCurrent && <span className="quiet">{say('file.current')}</span>}
      {!isCurrent && version.url !== null && (
        <span className={s.acts}>
          <a href={version.url} target="_blank" rel="noreferrer">
            {say('file.view')}
          </a>
          {file.rights.edit && file.deletedAt === null && (
            <Button
              variant="default"
              size="xs"
              onClick={() => report(verbs.chooseVersion({ id: file.id, versionId: version.id }))}
            >
              {say('file.use')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function Facts({ file }: { file: FileDetail }) {
  const say = filesText();
  const scope = file.group === null ? say(`share.${file.share === 'account' ? 'account' : 'private'}`) : null;
  return (
    <aside className={s.facts}>
      <h2>{say('list.usedIn')}</h2>
      {file.usedIn.length === 0 && <p className="quiet">{say('file.unused')}</p>}
      <ul>
        {file.usedIn.map(({ id, name, path }) => (
          <li key={id}>{path === null ? name : <Link to={path}>{name}</Link>}</li>
        ))}
      </ul>
      <h2>{say('dialog.who')}</h2>
      <p>{scope ?? say('share.group', { name: file.group?.name ?? '' })}</p>
      <OwnerCell file={file} />
      <h2>{say('file.versions')}</h2>
      <ul>
        {file.versions.map((version) => (
          <Version key={version.id} file={file} version={version} />
        ))}
      </ul>
    </aside>
  );
}

export function Screen() {
  const say = filesText();
  const size = useSizeText();
  const detail = useDetailText();
  const { id } = useLoaded<typeof load>();
  useLiveRefresh({ area: 'user', kinds: ['library'] });
  const { data: file } = useQuery(fileQuery(useApi(libraryApi), id));
  usePageTitle(file?.name ?? null);
  if (file === undefined) return null;
  const sub = (
    <DotLine>
      {detail(file)}
      {file.version.bytes > 0 && size(file.version.bytes)}
    </DotLine>
  );
  return (
    <>
      <nav className={s.back}>
        <Link to={file.deletedAt === null ? '/library' : '/library/bin'}>
          {say(file.deletedAt === null ? 'list.title' : 'list.bin')}
        </Link>
      </nav>
      <PageHead title={<bdi>{file.name}</bdi>} sub={sub}>
        <HeadActs file={file} />
      </PageHead>
      <div className={s.two}>
        <FilePreview key={file.version.id} file={file} />
        <Facts file={file} />
      </div>
    </>
  );
}

export async function load({ api, queries, params }: LoadContext): Promise<{ id: string }> {
  const id = params['id'] ?? '';
  await queries.ensureQueryData(fileQuery(api(libraryApi), id));
  return { id };
}

/** With what rooms bring to it. */
export const libraryFileScreen = (slots: LibrarySlots): ScreenModule => ({
  load,
  Screen: () => (
    <LibrarySlotsContext value={slots}>
      <Screen />
    </LibrarySlotsContext>
  ),
});
