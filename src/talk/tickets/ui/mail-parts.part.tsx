import { IconMail, IconRobot, IconShieldQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import { Tag } from '#kit/ui/bits.tsx';
import { MessageText } from '#kit/ui/message-text/message-text.tsx';
import type { LeftOutFile, OriginalState } from '../tickets.rules.ts';
import s from './ticket.module.css';
import { ticketsText } from './tickets-text.hook.ts';

/** Nothing says that the mail came from the address that it names. */
export function NotVerified() {
  const say = ticketsText();
  return (
    <Tag hue="amber">
      <IconShieldQuestion size={14} stroke={2} aria-hidden="true" />
      {say('talk.notVerified')}
    </Tag>
  );
}

/** It bears the mark of a program. */
export function Automatic() {
  const say = ticketsText();
  return (
    <Tag>
      <IconRobot size={14} stroke={2} aria-hidden="true" />
      {say('talk.automatic')}
    </Tag>
  );
}

/** The words of a message; `wholeText`: all of its mail, where they are a part of it. */
export function CutWords({ text, doc, wholeText }: { text: string; doc: MessageDoc | null; wholeText: string | null }) {
  const say = ticketsText();
  const [shown, setShown] = useState<'cut' | 'whole'>('cut');
  if (wholeText === null) return <MessageText text={text} doc={doc} />;
  return (
    <>
      <MessageText text={shown === 'cut' ? text : wholeText} doc={shown === 'cut' ? doc : null} />
      <button type="button" className={s.showAll} onClick={() => setShown(shown === 'cut' ? 'whole' : 'cut')}>
        {say(shown === 'cut' ? 'talk.showAll' : 'talk.showLess')}
      </button>
    </>
  );
}

/** What is not among the files of a mail, and why. */
export function LeftOut({ files }: { files: readonly LeftOutFile[] }) {
  const say = ticketsText();
  if (files.length === 0) return null;
  return (
    <ul className={s.leftOut} aria-label={say('talk.leftOut')}>
      {files.map(({ name, why }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes, and two files may have one name
        <li key={at}>{say(`leftOut.${why}`, { name: `\u2068${name}\u2069` })}</li>
      ))}
    </ul>
  );
}

/** `path`: where it is loaded from. */
export function OriginalLink({ state, path }: { state: OriginalState; path: string }) {
  const say = ticketsText();
  if (state === 'none') return null;
  if (state === 'gone') return <p className={s.below}>{say('talk.originalGone')}</p>;
  return (
    <a className={s.original} href={path} download>
      <IconMail size={14} stroke={2} aria-hidden="true" />
      {say('talk.openOriginal')}
    </a>
  );
}
