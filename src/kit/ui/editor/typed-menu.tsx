import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { KeyCap } from '#kit/ui/light-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { editorText } from './editor-text.ts';
import type { MenuChoice, TypedMenuState } from './use-typed-menu.ts';
import s from './typed-menu.module.css';

const gap = 6;
const edge = 8;
type MenuSpot = { inline: number; block: number; most: number };

/** Below the sign that opened it, above where there is no room; pixels from the edges where a line starts. */
function useSpot(editor: Editor, { trigger, choices }: TypedMenuState, list: RefObject<HTMLElement | null>): MenuSpot | null {
  const { dir } = useReader();
  const [spot, setSpot] = useState<MenuSpot | null>(null);
  const { length } = choices;
  // its height follows from the choices, some of which come later
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again with each number of choices
  useLayoutEffect(() => {
    const place = () => {
      const caret = editor.view.coordsAtPos(trigger.from);
      const height = list.current?.scrollHeight ?? 0;
      const [above, below] = [caret.top - gap - edge, window.innerHeight - caret.bottom - gap - edge];
      const upwards = below < height && above > below;
      const most = Math.max(120, upwards ? above : below);
      const block = upwards ? caret.top - gap - Math.min(height, most) : caret.bottom + gap;
      setSpot({ inline: dir === 'rtl' ? document.documentElement.clientWidth - caret.right : caret.left, block, most });
    };
    place();
    const until = new AbortController();
    window.addEventListener('scroll', place, { capture: true, passive: true, signal: until.signal });
    window.addEventListener('resize', place, { signal: until.signal });
    return () => until.abort();
  }, [editor, trigger, list, dir, length]);
  return spot;
}

/** Says to the text which option the arrows are on; the focus itself stays in the text. */
function useActiveOption(editor: Editor, ids: { list: string; option: string }): void {
  useEffect(() => {
    const text = editor.view.dom;
    text.setAttribute('aria-controls', ids.list);
    text.setAttribute('aria-activedescendant', ids.option);
    document.getElementById(ids.option)?.scrollIntoView({ block: 'nearest' });
    return () => {
      text.removeAttribute('aria-controls');
      text.removeAttribute('aria-activedescendant');
    };
  }, [editor, ids.list, ids.option]);
}

const menuNames = { '/': 'blocks', '{': 'variables', '@': 'people', ':': 'emoji' } as const;
type TypedMenuProps = { editor: Editor; menu: TypedMenuState; id: string; label?: string | undefined };
/** The text keeps the focus, so the list is moved by its keys (`use-typed-menu.ts`). */
export function TypedMenu({ editor, menu, id, label }: TypedMenuProps) {
  const say = editorText();
  const list = useRef<HTMLDivElement>(null);
  // before it is measured: what is not shown has no height
  useLayoutEffect(() => list.current?.showPopover(), []);
  const spot = useSpot(editor, menu, list);
  const { choices, active, choose, point } = menu;
  const optionId = (choice: MenuChoice | undefined) => `${id}-${choice?.id ?? ''}`;
  useActiveOption(editor, { list: id, option: optionId(choices[active]) });
  const groups = [...Map.groupBy(choices, (choice) => choice.group)];
  return (
    <div
      ref={list}
      popover="manual"
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label ?? say(`menu.${menuNames[menu.trigger.sign]}`)}
      className={s.menu}
      style={cssVars({
        '--inline': `${spot?.inline ?? 0}px`,
        '--block': `${spot?.block ?? 0}px`,
        '--most': `${spot?.most ?? 400}px`,
      })}
    >
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box groups its options by role
        <div key={group} role="group" aria-label={group}>
          <div className={s.group} aria-hidden="true">
            {group}
          </div>
          {members.map((choice) => (
            <Option
              key={choice.id}
              id={optionId(choice)}
              choice={choice}
              state={choices[active] === choice ? 'active' : 'idle'}
              onPoint={() => point(choices.indexOf(choice))}
              onChoose={() => choose(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; choice: MenuChoice; state: 'active' | 'idle'; onPoint: () => void; onChoose: () => void };
function Option({ id, choice, state, onPoint, onChoose }: OptionProps) {
  const say = editorText();
  const Icon = choice.icon;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the text
    <div
      id={id}
      role="option"
      aria-selected={state === 'active'}
      className={s.option}
      onPointerMove={() => state === 'idle' && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {Icon !== undefined && <Icon size={16} stroke={1.75} />}
      <span className={s.name}>{choice.name}</span>
      <span className={s.hint} dir="auto">
        {choice.hint}
      </span>
      {state === 'active' ? (
        <KeyCap>{say('menu.enter')}</KeyCap>
      ) : (
        choice.sign !== undefined && (
          <span className={s.sign} dir="ltr" aria-hidden="true">
            {choice.sign}
          </span>
        )
      )}
    </div>
  );
}
