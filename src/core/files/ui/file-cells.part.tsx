import { IconFileText, IconFileUnknown, IconMovie, IconPhoto, IconPresentation } from '@tabler/icons-react';
import { Face } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { FileView, VersionView } from '../files.contract.ts';
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

/** What a version is, in a few words, or what it lacks. */
export function useDetailText(): (file: Pick<FileView, 'kind'> & { version: VersionView }) => string {
  const say = filesText();
  return ({ kind, version: { state, trouble, pages, width, height } }) => {
    if (state === 'scanning') return say('state.scanning');
    if (trouble !== null) return say(`trouble.${trouble}`);
    if (pages !== null) return say('list.pages', { count: pages });
    if (width !== null && height !== null) return `\u2066${width} × ${height}\u2069`;
    return say(`kind.${kind ?? 'none'}`);
  };
}
function NameDetail({ file }: { file: FileView }) {
  const say = filesText();
  const detail = useDetailText();
  const { state, trouble } = file.version;
  return (
    <>
      {state !== 'ready' && (
        <Status of={state === 'refused' ? 'refused' : 'processing'} look="plain">
          {state === 'scanning' ? say('state.scanning') : null}
        </Status>
      )}
      {(state === 'ready' || trouble !== null) && <span>{detail(file)}</span>}
    </>
  );
}

export const filePath = (id: string): string => `/library/files/${id}`;
/** What a file that is dragged carries: its id. */
export const draggedFile = 'application/x-atrium-file';

export function NameCell({ file }: { file: FileView }) {
  const movable = file.rights.edit && file.deletedAt === null;
  return (
    <span className={s.name}>
      <KindIcon file={file} />
      <span className={s.nameWords}>
        <Link
          to={filePath(file.id)}
          className={s.fileName ?? ''}
          onDragStart={(event) => movable && event.dataTransfer.setData(draggedFile, file.id)}
        >
          <bdi>{file.name}</bdi>
        </Link>
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

export function OwnerCell({ file }: { file: Pick<FileView, 'owner'> }) {
  return (
    <span className="row">
      <Face name={file.owner.name} size={20} />
      {file.owner.name}
    </span>
  );
}
