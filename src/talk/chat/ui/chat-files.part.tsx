import { IconFile } from '@tabler/icons-react';
import type { ChatFile } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import s from './thread.module.css';

export type ChosenFile = { id: string; name: string };

/** Files of a message, pictures small; one that is gone, or not checked yet, keeps its name. */
export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  const say = chatText();
  if (files.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('files.title')}>
      {files.map(({ id, name, url, thumbnail }) => (
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
              {thumbnail === null ? (
                <IconFile size={18} stroke={1.75} aria-hidden="true" />
              ) : (
                <img className={s.thumbnail} src={thumbnail} alt="" loading="lazy" />
              )}
              <bdi>{name}</bdi>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
