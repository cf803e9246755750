import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import type { EmbedKind, RichText } from '#kit/rich-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { noParts, type RichTextParts, RichTextView } from '#kit/ui/rich-text/rich-text-view.tsx';
import s from './editor.module.css';

export type EditorSlots = {
  /** Opens a picker and answers what was chosen, or null. Left out: that kind is not offered. */
  choosePicture?: () => Promise<{ file: string; alt: string } | null>;
  chooseEmbed?: (kind: EmbedKind) => Promise<{ id: string } | null>;
};
export type EditorVariable = { name: string; label: string; sample: string };
export type RichTextEditorProps = {
  /** The accessible name. */
  label: string;
  /** What it starts with; another `key` starts over. */
  value: RichText;
  /** Every change, already in the stored shape. */
  onChange: (text: RichText) => void;
  /** `plain` has no toolbar, only the slash menu and keys. */
  frame?: 'toolbar' | 'plain';
  /** Can be read and copied, not edited. */
  locked?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** How pictures and embeds are drawn. */
  parts?: RichTextParts;
  slots?: EditorSlots;
  /** Typed with "{" and drawn as chips; one that is not in the list is a red chip. */
  variables?: readonly EditorVariable[];
  /** Between toolbar and text, such as cover and title. */
  lead?: ReactNode;
};

const EditorBody = loadable(async () => (await import('./editor-body.tsx')).EditorBody);

const never = () => () => {};
/** Only a browser can edit: the server's page and its first copy in the browser show the text alone. */
const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function Bones({ value, frame = 'toolbar', parts = noParts, lead }: RichTextEditorProps) {
  return (
    <div className={s.editor} data-frame={frame} aria-busy="true">
      {frame === 'toolbar' && <div className={s.toolbar} />}
      {lead}
      <div className={s.page}>
        <div className={s.content}>
          <RichTextView text={value} parts={parts} />
        </div>
      </div>
    </div>
  );
}

/** The one editor of rich text. Its code comes when it is shown; until then the text stands in its place. */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const bones = <Bones {...props} />;
  return useInBrowser() ? (
    <Suspense fallback={bones}>
      <EditorBody {...props} />
    </Suspense>
  ) : (
    bones
  );
}
