/** Pictures, embeds and variables as the editor shows them; pictures take their words in place. */
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { IconAlertTriangle, IconPhotoOff } from '@tabler/icons-react';
import { use, useId } from 'react';
import { richTextLimits } from '#kit/rich-text.ts';
import { drawnNodes } from './editor-schema.ts';
import { embedKindOf } from './editor-nodes.ts';
import { SurroundingsContext } from './editor-surroundings.ts';
import { editorText } from './editor-text.ts';
import s from './nodes.module.css';

const textOfAttribute = (value: unknown): string => (typeof value === 'string' ? value : '');

function PictureView({ node, updateAttributes, editor, selected }: NodeViewProps) {
  const say = editorText();
  const { parts } = use(SurroundingsContext);
  const id = useId();
  const file = textOfAttribute(node.attrs['file']);
  const [alt, caption] = [textOfAttribute(node.attrs['alt']), textOfAttribute(node.attrs['caption'])];
  const facts = parts.picture(file);
  return (
    <NodeViewWrapper as="figure" data-selected={selected || undefined} className={s.picture}>
      {facts === null ? (
        <span className={s.lost}>
          <IconPhotoOff size={20} stroke={1.75} />
          {say('picture.lost')}
        </span>
      ) : (
        <img {...facts} alt={alt} draggable={false} data-drag-handle />
      )}
      {editor.isEditable ? (
        <div className={s.words}>
          <label htmlFor={`${id}-caption`}>{say('picture.caption')}</label>
          <input
            id={`${id}-caption`}
            dir="auto"
            maxLength={500}
            value={caption}
            placeholder={say('picture.captionHint')}
            onChange={(event) => updateAttributes({ caption: event.currentTarget.value })}
          />
          <label htmlFor={`${id}-alt`}>{say('picture.alt')}</label>
          <input
            id={`${id}-alt`}
            dir="auto"
            maxLength={richTextLimits.alt}
            value={alt}
            placeholder={say('picture.altHint')}
            aria-describedby={alt.trim() === '' ? `${id}-missing` : undefined}
            onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
          />
          {alt.trim() === '' && (
            <span className={s.missing} id={`${id}-missing`}>
              <IconAlertTriangle size={14} stroke={2} />
              {say('picture.altMissing')}
            </span>
          )}
        </div>
      ) : (
        caption !== '' && <figcaption dir="auto">{caption}</figcaption>
      )}
    </NodeViewWrapper>
  );
}

function EmbedView({ node, selected }: NodeViewProps) {
  const say = editorText();
  const { parts } = use(SurroundingsContext);
  const kind = embedKindOf(node.attrs['kind']) ?? 'recording';
  const drawn = parts.embed(kind, textOfAttribute(node.attrs['id']));
  return (
    <NodeViewWrapper data-selected={selected || undefined} data-drag-handle className={s.embed}>
      {/* what it leads to is for readers: in the editor it is one block to select */}
      <div inert>
        {drawn ?? <span className={s.lost}>{say(kind === 'room' ? 'embed.roomLost' : 'embed.recordingLost')}</span>}
      </div>
    </NodeViewWrapper>
  );
}

function VariableView({ node }: NodeViewProps) {
  const say = editorText();
  const { variables } = use(SurroundingsContext);
  const name = textOfAttribute(node.attrs['name']);
  const known = variables.find((one) => one.name === name);
  return (
    <NodeViewWrapper
      as="span"
      className={s.variable}
      data-unknown={known === undefined || undefined}
      title={known === undefined ? say('variable.unknown') : known.sample}
    >
      <bdi>{known?.label ?? name}</bdi>
      {known === undefined && <span className="hidden">{say('variable.unknown')}</span>}
    </NodeViewWrapper>
  );
}

export const drawnExtensions = [
  drawnNodes.picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  drawnNodes.embed.extend({ addNodeView: () => ReactNodeViewRenderer(EmbedView) }),
  drawnNodes.variable.extend({ addNodeView: () => ReactNodeViewRenderer(VariableView, { as: 'span' }) }),
];
