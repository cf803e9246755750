import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { fileKinds } from '#core/files/files.rules.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { ticketLimits } from '../../tickets.rules.ts';
import type { TicketFile } from '../../tickets-views.contract.ts';
import s from '../ticket.module.css';
import { ticketsText } from '../tickets-text.hook.ts';

const FilePicker = loadable(async () => (await import('#core/files/ui/blocks/file-picker.part.tsx')).FilePicker);

export type ChosenFile = { id: string; name: string };
type FilesProps = { files: readonly ChosenFile[]; onChange: (files: ChosenFile[]) => void };

/** Files that go along, each with a way out. */
export function ChosenFiles({ files, onChange }: FilesProps) {
  const say = ticketsText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('files.title')}>
      {files.map(({ id, name }) => (
        <li key={id} className={s.file}>
          <IconFile size={18} stroke={1.75} aria-hidden="true" />
          <bdi>{name}</bdi>
          <IconButton
            size={28}
            aria-label={say('files.remove', { name })}
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
export function AttachButton({ files, onChange }: FilesProps) {
  const say = ticketsText();
  const [shown, setShown] = useState<'closed' | 'open'>('closed');
  return (
    <>
      <IconButton
        size={40}
        aria-label={say('files.attach')}
        disabled={files.length >= ticketLimits.files}
        onClick={() => setShown('open')}
      >
        <IconPaperclip size={18} stroke={1.75} />
      </IconButton>
      <Suspense>
        {shown === 'open' && (
          <FilePicker
            title={say('files.attach')}
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

/** Files of a message; one that is gone, or not checked yet, keeps its name. */
export function MessageFiles({ files }: { files: readonly TicketFile[] }) {
  const say = ticketsText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('files.title')}>
      {files.map(({ id, name, url }) => (
        <li key={id}>
          {url === null ? (
            <span className={s.file}>
              <IconFile size={18} stroke={1.75} aria-hidden="true" />
              <span>
                <bdi>{name}</bdi>
                <span className="tiny quiet">{say('files.notReady')}</span>
              </span>
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
