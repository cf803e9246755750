/** A rich text as a page shows it: each kind of block by name, so that nothing else can come out of one. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { EmbedKind, RichText, RichTextBlock, RichTextInline, RichTextMark } from '#kit/rich-text.ts';
import { directionOfBlocks } from '#kit/rich-text-direction.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import s from './rich-text.module.css';

export type PictureFacts = { src: string; width: number; height: number };
/** What a text only names: where pictures are, and how a room or recording is shown. Null: it is not there any more. */
export type RichTextParts = {
  picture(file: string): PictureFacts | null;
  embed(kind: EmbedKind, id: string): ReactNode;
};
export const noParts: RichTextParts = { picture: () => null, embed: () => null };

/** The address of a heading inside of its page, as contents and links name it. */
export const headingId = (at: number): string => `part-${at + 1}`;
export const plainInline = (parts: readonly RichTextInline[] | undefined): string =>
  (parts ?? []).map((part) => (part.type === 'text' ? part.text : part.type === 'hardBreak' ? ' ' : '')).join('');
/** Headings of the second level, for a table of contents. */
export const contentsOf = (text: RichText): { id: string; title: string }[] =>
  text.content.flatMap((block, at) =>
    block.type === 'heading' && block.attrs.level === 2 ? [{ id: headingId(at), title: plainInline(block.content) }] : [],
  );

/** Children that a page never reorders, each in its place: they need no keys. */
function inPlace<T>(items: readonly T[], draw: (item: T, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw));
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;
function Marked({ mark, children }: { mark: RichTextMark; children: ReactNode }): ReactNode {
  if (mark.type === 'link') {
    if (!isSafeAddress(mark.attrs.href)) return children;
    const outside = /^https?:/.test(mark.attrs.href);
    return (
      <a href={mark.attrs.href} {...(outside && { rel: 'noopener nofollow ugc', target: '_blank' })}>
        {children}
      </a>
    );
  }
  if (mark.type === 'code') return <code dir="ltr">{children}</code>;
  const Tag = tags[mark.type];
  return <Tag>{children}</Tag>;
}
const run = (part: RichTextInline): ReactNode => {
  if (part.type === 'hardBreak') return <br />;
  if (part.type === 'variable') return <bdi>{`{${part.attrs.name}}`}</bdi>;
  let drawn: ReactNode = part.text;
  for (const mark of part.marks?.toReversed() ?? []) drawn = <Marked mark={mark}>{drawn}</Marked>;
  return drawn;
};
const inline = (parts: readonly RichTextInline[] | undefined): ReactNode => inPlace(parts ?? [], run);

const headings = { 2: 'h2', 3: 'h3', 4: 'h4' } as const;
const isLevel = (level: number): level is keyof typeof headings => level in headings;

type BlockProps = { block: RichTextBlock; at: number | null; parts: RichTextParts };
function Block({ block, at, parts }: BlockProps): ReactNode {
  const inside = (content: readonly RichTextBlock[]) => <Blocks content={content} parts={parts} />;
  switch (block.type) {
    case 'paragraph':
      return <p dir={block.attrs?.dir ?? 'auto'}>{inline(block.content)}</p>;
    case 'heading': {
      const Tag = headings[isLevel(block.attrs.level) ? block.attrs.level : 4];
      return (
        <Tag dir={block.attrs.dir ?? 'auto'} {...(at !== null && { id: headingId(at) })}>
          {inline(block.content)}
        </Tag>
      );
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <List dir={directionOfBlocks([block])} {...(block.type === 'orderedList' && { start: block.attrs?.start ?? 1 })}>
          {inPlace(block.content, (item) => (
            <li dir={item.attrs?.dir ?? directionOfBlocks(item.content)}>{inside(item.content)}</li>
          ))}
        </List>
      );
    }
    case 'blockquote':
      return <blockquote dir={directionOfBlocks([block])}>{inside(block.content)}</blockquote>;
    case 'callout':
      return (
        <aside className={s.callout} data-tone={block.attrs.tone} dir={directionOfBlocks([block])}>
          {inside(block.content)}
        </aside>
      );
    case 'codeBlock':
      return (
        // code reads from the left in every language, and scrolls in its own box
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        <pre dir="ltr" tabIndex={0}>
          <code>{plainInline(block.content)}</code>
        </pre>
      );
    case 'table':
      return <Table block={block} parts={parts} />;
    case 'picture': {
      const facts = parts.picture(block.attrs.file);
      if (facts === null) return null;
      return (
        <figure>
          <img {...facts} alt={block.attrs.alt} loading="lazy" decoding="async" />
          {block.attrs.caption !== undefined && <figcaption dir="auto">{block.attrs.caption}</figcaption>}
        </figure>
      );
    }
    case 'embed':
      return parts.embed(block.attrs.kind, block.attrs.id);
    case 'horizontalRule':
      return <hr />;
  }
}

function Table({ block, parts }: { block: Extract<RichTextBlock, { type: 'table' }>; parts: RichTextParts }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
    <div className={s.table} tabIndex={0}>
      <table dir={directionOfBlocks([block])}>
        <tbody>
          {inPlace(block.content, ({ content }) => (
            <tr>
              {inPlace(content, (cell) => (
                <Cell cell={cell} parts={parts} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = { cell: Extract<RichTextBlock, { type: 'table' }>['content'][number]['content'][number]; parts: RichTextParts };
function Cell({ cell, parts }: CellProps): ReactNode {
  const Tag = cell.type === 'tableHeader' ? 'th' : 'td';
  return (
    <Tag colSpan={cell.attrs?.colspan ?? 1} rowSpan={cell.attrs?.rowspan ?? 1} data-align={cell.attrs?.align ?? undefined}>
      <Blocks content={cell.content} parts={parts} />
    </Tag>
  );
}

type BlocksProps = { content: readonly RichTextBlock[]; parts: RichTextParts };
const Blocks = ({ content, parts }: BlocksProps): ReactNode =>
  inPlace(content, (block) => <Block block={block} at={null} parts={parts} />);

export function RichTextView({ text, parts = noParts }: { text: RichText; parts?: RichTextParts }): ReactNode {
  return (
    <div className={s.text}>
      {inPlace(text.content, (block, at) => (
        <Block block={block} at={at} parts={parts} />
      ))}
    </div>
  );
}
