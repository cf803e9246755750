import { createContext } from 'react';
import { noParts, type RichTextParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import type { EditorVariable } from './rich-text-editor.tsx';

export type EditorSurroundings = { parts: RichTextParts; variables: readonly EditorVariable[] };
/** What the drawn nodes of a text need of the page around the editor. */
export const SurroundingsContext = createContext<EditorSurroundings>({ parts: noParts, variables: [] });
