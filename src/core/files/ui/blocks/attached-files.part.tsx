import { IconDownload, IconX } from '@tabler/icons-react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import type { AttachedFileView } from '../../attached-file.contract.ts';
import { type AttachedFile, isShownInline } from '../../files.rules.ts';
import { filesText } from '../files-text.hook.ts';
import s from './attachments.module.css';
import { FileTile } from './file-tile.part.tsx';

/** With a name alone: it is not sent yet. */
type ShownFile = AttachedFile & Partial<AttachedFileView>;
type AttachedFilesProps = {
  files: readonly ShownFile[];
  /** Left out: they stay. */
  onRemove?: (id: string) => void;
};

const words = { checking: 'checking', refused: 'blocked', gone: 'gone' } as const;
function AttachedTile({ file, onRemove }: Pick<AttachedFilesProps, 'onRemove'> & { file: ShownFile }) {
  const say = filesText();
  const size = useSizeText();
  const { id, name, state, mime = null, bytes = null, url = null, thumbnail = null } = file;
  // what a browser shows by itself opens beside the page, and has a button to be saved
  const opens = url !== null && mime !== null && isShownInline(mime);
  const detail =
    state === undefined ? undefined : state === 'ready' ? bytes !== null && size(bytes) : say(`attach.${words[state]}`);
  const href =
    url === null ? undefined : opens ? { href: url, target: '_blank' as const, rel: 'noopener' } : { href: url, download: name };
  return (
    <FileTile name={name} picture={thumbnail} detail={detail} link={href}>
      {opens && (
        <a className={s.act} href={`${url}?download`} download={name} aria-label={say('attach.download', { name })}>
          <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        </a>
      )}
      {onRemove !== undefined && (
        <IconButton size={28} aria-label={say('attach.remove', { name })} onClick={() => onRemove(id)}>
          <IconX size={14} stroke={2} />
        </IconButton>
      )}
    </FileTile>
  );
}

/** Files of a message, a mail, a card or a comment, for those who read it. */
export function AttachedFiles({ files, onRemove }: AttachedFilesProps) {
  const say = filesText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('attach.title')}>
      {files.map((file) => (
        <AttachedTile key={file.id} file={file} {...(onRemove !== undefined && { onRemove })} />
      ))}
    </ul>
  );
}
