import { createElement, Fragment, type ReactNode } from 'react';
import type { MessageBlock, MessageDoc, MessageInline, MessageListItem, MessageMark } from '#kit/message-doc.contract.ts';
import { type MentionedPerson, messageOfText, messageText } from '#kit/message-text.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import { textDirection } from '#kit/text-direction.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import s from './message-text.module.css';

/** Children that never move, each in its place: they need no keys. */
const inPlace = <T,>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...items.map(draw));

function Marked({ mark, children }: { mark: MessageMark; children: ReactNode }): ReactNode {
  if (mark.type === 'link')
    return isSafeAddress(mark.attrs.href) ? (
      <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      children
    );
  if (mark.type === 'code') return <code dir="ltr">{children}</code>;
  return mark.type === 'bold' ? <strong>{children}</strong> : <em>{children}</em>;
}
function Mention({ id, label }: { id: string; label: string }) {
  const { user } = useAuth();
  return (
    <b className={s.mention} data-me={id === user?.id || undefined}>
      <bdi>@{label}</bdi>
    </b>
  );
}
function drawInline(part: MessageInline): ReactNode {
  if (part.type === 'hardBreak') return <br />;
  if (part.type === 'mention') return <Mention {...part.attrs} />;
  let drawn: ReactNode = part.text;
  for (const mark of part.marks?.toReversed() ?? []) drawn = <Marked mark={mark}>{drawn}</Marked>;
  return drawn;
}

/** Browsers look for `dir="auto"` past parts that have a direction of their own, and find nothing in a list. */
const directionOf = (items: readonly MessageListItem[]) =>
  textDirection(messageText({ version: 1, content: items.flatMap(({ content }) => content) })) ?? undefined;

function drawBlock(block: MessageBlock): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p dir="auto">{block.content === undefined ? <br /> : inPlace(block.content, drawInline)}</p>;
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        <pre dir="ltr" tabIndex={0}>
          <code>{block.content?.map(({ text }) => text).join('')}</code>
        </pre>
      );
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <List dir={directionOf(block.content)} {...(block.type === 'orderedList' && { start: block.attrs?.start ?? 1 })}>
          {inPlace(block.content, (item) => (
            <li dir={directionOf([item])}>{inPlace(item.content, drawBlock)}</li>
          ))}
        </List>
      );
    }
  }
}

type MessageTextProps = {
  text: string;
  /** Null: the message is plain text. */
  doc: MessageDoc | null;
  /** People whom plain text mentions by `@` and their name. */
  mentioned?: readonly MentionedPerson[];
};
/** The words of a message: each kind of block by name, so that nothing else can come out of one. */
export function MessageText({ text, doc, mentioned = [] }: MessageTextProps) {
  return <div className={s.text}>{inPlace((doc ?? messageOfText(text, mentioned)).content, drawBlock)}</div>;
}
