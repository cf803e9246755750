import { IconFile } from '@tabler/icons-react';
import type { TicketFile } from '../../tickets-views.contract.ts';
import s from '../ticket.module.css';
import { ticketsText } from '../tickets-text.hook.ts';

export type ChosenFile = { id: string; name: string };

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
