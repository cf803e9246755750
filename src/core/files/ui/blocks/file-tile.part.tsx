import { IconAlertCircle, IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import s from './attachments.module.css';

type FileTileProps = {
  name: string;
  /** Address of a small picture of it; null: an icon stands for it. */
  picture: string | null;
  state?: 'sending' | 'stopped' | 'refused' | 'ready';
  /** How much of it is sent. Per cent. */
  share?: number;
  /** Where it opens; left out: it does not. */
  link?: { href: string; download?: string; target?: '_blank'; rel?: string } | undefined;
  /** Its size, how far it is, or why it is refused. */
  detail?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
};
/** One file in a list of files: picture, name, detail and what can be done with it. */
export function FileTile({ name, picture, state = 'ready', share = 0, link, detail, children }: FileTileProps) {
  const Icon = state === 'refused' || state === 'stopped' ? IconAlertCircle : IconFile;
  const body = (
    <>
      {picture === null ? (
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <img className={s.picture} src={picture} alt="" loading="lazy" />
      )}
      <span className={s.words}>
        <bdi>{name}</bdi>
        {detail !== undefined && <span className="tiny">{detail}</span>}
      </span>
    </>
  );
  return (
    <li className={s.file} data-state={state} style={cssVars({ '--share': `${share}%` })}>
      {link === undefined ? (
        <span className={s.body}>{body}</span>
      ) : (
        <a className={s.body} {...link}>
          {body}
        </a>
      )}
      {children}
    </li>
  );
}
