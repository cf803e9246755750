import { IconFileText, IconFileUnknown, IconMovie, IconPhoto, IconPresentation } from '@tabler/icons-react';
import { Face } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { FileView } from '../files.contract.ts';
import { filesText } from './files-text.hook.ts';
import s from './files.module.css';

const icons = { presentation: IconPresentation, document: IconFileText, picture: IconPhoto, video: IconMovie } as const;

export function KindIcon({ file }: { file: FileView }) {
  const { kind, version } = file;
  if (version.thumbnail !== null) return <img className={s.thumb} src={version.thumbnail} alt="" loading="lazy" />;
  const Icon = kind === null ? IconFileUnknown : icons[kind];
  return (
    <span className={s.thumb} data-kind={kind ?? 'none'}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

/** What the file is, or what becomes of it. */
function NameDetail({ file }: { file: FileView }) {
  const say = filesText();
  const { state, trouble, pages, width, height } = file.version;
  if (state !== 'ready')
    return (
      <>
        <Status of={state === 'refused' ? 'refused' : 'processing'} look="plain">
          {state === 'scanning' && say('state.scanning')}
        </Status>
        {trouble !== null && <span>{say(`trouble.${trouble}`)}</span>}
      </>
    );
  if (trouble !== null) return <span>{say(`trouble.${trouble}`)}</span>;
  if (pages !== null) return <span>{say('list.pages', { count: pages })}</span>;
  if (width !== null && height !== null) return <bdi dir="ltr">{`${width} × ${height}`}</bdi>;
  return <span>{say(`kind.${file.kind ?? 'none'}`)}</span>;
}

export function NameCell({ file }: { file: FileView }) {
  return (
    <span className={s.name}>
      <KindIcon file={file} />
      <span className={s.nameWords}>
        <bdi className={s.fileName}>{file.name}</bdi>
        <span className={s.nameDetail}>
          <NameDetail file={file} />
        </span>
      </span>
    </span>
  );
}

export function UsedCell({ file }: { file: FileView }) {
  if (file.usedIn.length === 0) return <span className="quiet">–</span>;
  return (
    <ul className={s.uses}>
      {file.usedIn.map(({ id, name, path }) => (
        <li key={id}>{path === null ? name : <Link to={path}>{name}</Link>}</li>
      ))}
    </ul>
  );
}

export function OwnerCell({ file }: { file: FileView }) {
  return (
    <span className="row">
      <Face name={file.owner.name} size={20} />
      {file.owner.name}
    </span>
  );
}
