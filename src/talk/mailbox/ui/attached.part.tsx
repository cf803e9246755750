import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { fileKinds } from '#core/files/files.rules.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { MailFile } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import s from './mailbox.module.css';
import { mailboxText } from './mailbox-text.hook.ts';

const FilePicker = loadable(async () => (await import('#core/files/ui/blocks/file-picker.part.tsx')).FilePicker);

export type AttachedFile = Pick<MailFile, 'id' | 'name'>;
type FilesProps = { files: readonly AttachedFile[]; onChange: (files: AttachedFile[]) => void };

/** Files that go along, each with a way out. */
export function AttachedFiles({ files, onChange }: FilesProps) {
  const say = mailboxText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('reading.files')}>
      {files.map(({ id, name }) => (
        <li key={id} className={s.file}>
          <IconFile size={18} stroke={1.75} aria-hidden="true" />
          <bdi>{name}</bdi>
          <IconButton
            size={28}
            aria-label={say('write.removeFile', { name })}
            onClick={() => onChange(files.filter((one) => one.id !== id))}
          >
            <IconX size={14} stroke={2} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Chooses a file of the library, or uploads one. */
export function AttachFile({ files, onChange }: FilesProps) {
  const say = mailboxText();
  const [shown, setShown] = useState<'closed' | 'open'>('closed');
  return (
    <>
      <IconButton
        size={40}
        aria-label={say('write.attach')}
        disabled={files.length >= mailLimits.files}
        onClick={() => setShown('open')}
      >
        <IconPaperclip size={18} stroke={1.75} />
      </IconButton>
      <Suspense>
        {shown === 'open' && (
          <FilePicker
            title={say('write.attach')}
            kinds={fileKinds}
            onClose={() => setShown('closed')}
            onChoose={({ id, name }) => {
              onChange([...files.filter((one) => one.id !== id), { id, name }]);
              setShown('closed');
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Files of a mail; one that is gone keeps its name. */
export function MailFiles({ files }: { files: readonly MailFile[] }) {
  const say = mailboxText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('reading.files')}>
      {files.map(({ id, name, url }) => (
        <li key={id}>
          {url === null ? (
            <span className={s.file}>
              <IconFile size={18} stroke={1.75} aria-hidden="true" />
              <bdi>{name}</bdi>
              <span className="tiny quiet">{say('reading.notReady')}</span>
            </span>
          ) : (
            <a className={s.file} href={url} download={name}>
              <IconFile size={18} stroke={1.75} aria-hidden="true" />
              <bdi>{name}</bdi>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
