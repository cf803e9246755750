import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { KeyAnswer } from './editor-guards.ts';
import { type TypedSigns, type TypedTrigger, triggerAt } from './typed-trigger.ts';

export type MenuChoice = {
  id: string;
  group: string;
  name: string;
  hint: string;
  sign?: string;
  icon?: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  run: () => void;
};
export type TypedMenuState = {
  trigger: TypedTrigger;
  choices: readonly MenuChoice[];
  active: number;
  choose: (choice: MenuChoice) => void;
  point: (active: number) => void;
};
/** Marks a transaction whose text was typed before the editor was there. */
export const typedBefore = 'typedBefore';

type OpenTrigger = { trigger: TypedTrigger; active: number };

/** The menu that a typed sign opens; null: none is open. */
export function useTypedMenu(
  editor: Editor,
  signs: TypedSigns,
  choicesOf: (trigger: TypedTrigger) => readonly MenuChoice[],
): { menu: TypedMenuState | null; onKey: (event: KeyboardEvent) => KeyAnswer } {
  const [open, setOpen] = useState<OpenTrigger | null>(null);
  // closed by Escape, it stays closed until the sign is gone
  const dismissed = useRef<number | null>(null);
  useEffect(() => {
    const follow = ({ transaction }: { transaction: Transaction }) => {
      const trigger = editor.isEditable ? triggerAt(editor.state, signs) : null;
      if (trigger === null) dismissed.current = null;
      if (trigger === null || dismissed.current === trigger.from) return setOpen(null);
      setOpen((now) => {
        // walking into an old slash opens nothing
        if (now === null && !transaction.docChanged && transaction.getMeta(typedBefore) !== true) return null;
        const same = now?.trigger.from === trigger.from && now.trigger.query === trigger.query;
        return same ? now : { trigger, active: 0 };
      });
    };
    const close = () => setOpen(null);
    editor.on('transaction', follow).on('blur', close);
    return () => void editor.off('transaction', follow).off('blur', close);
  }, [editor, signs]);

  const choices = open === null ? [] : choicesOf(open.trigger);
  if (open === null || choices.length === 0) return { menu: null, onKey: () => null };
  const { trigger, active } = open;
  const choose = (choice: MenuChoice) => {
    setOpen(null);
    editor.chain().focus().deleteRange({ from: trigger.from, to: trigger.to }).run();
    choice.run();
  };
  const point = (to: number) => setOpen({ trigger, active: (to + choices.length) % choices.length });
  const onKey = (event: KeyboardEvent): KeyAnswer => {
    const current = choices[active];
    if (event.key === 'ArrowDown') point(active + 1);
    else if (event.key === 'ArrowUp') point(active - 1);
    else if (event.key === 'Home') point(0);
    else if (event.key === 'End') point(choices.length - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && current !== undefined) choose(current);
    else if (event.key === 'Escape') {
      dismissed.current = trigger.from;
      setOpen(null);
    } else return null;
    return 'taken';
  };
  return { menu: { trigger, choices, active, choose, point }, onKey };
}
