import { type ComponentType, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './tool-row.module.css';

export type EditorTool = {
  id: string;
  label: string;
  /** Shortcut as `Control+B`; a Mac's keys are shown as theirs. */
  keys?: string;
  icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  /** Only of tools that are on or off. */
  pressed?: boolean;
  inactive?: boolean;
  /** Its icon points along the line, and turns with it. */
  turns?: true;
  run: () => void;
};
type ToolStop = 0 | -1;
export type ToolGroup = {
  id: string;
  /** Of a group that comes and goes with the block that the caret is in. */
  label?: string;
  /** A list to choose from, before the buttons. */
  list?: { id: string; draw: (stop: ToolStop) => ReactNode };
  tools: readonly EditorTool[];
  /** At the end of the row. */
  side?: 'end';
};
type ToolRowProps = { ref?: Ref<HTMLDivElement>; label: string; groups: readonly ToolGroup[]; className?: string | undefined };

const apple = () => /Mac|iPhone|iPad/.test(navigator.platform);
const shownKeys = (keys: string): string =>
  apple() ? keys.replace('Control+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧') : keys.replace('Control', 'Ctrl');

/** One stop of the Tab key; arrows walk through it (the toolbar pattern of the ARIA authoring practices). */
export function ToolRow({ ref, label, groups, className }: ToolRowProps) {
  const { dir } = useReader();
  const [chosen, setChosen] = useState<string | null>(null);
  const ids = groups.flatMap(({ list, tools }) => [...(list === undefined ? [] : [list.id]), ...tools.map(({ id }) => id)]);
  const current = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
  const stop = (id: string): ToolStop => (id === current ? 0 : -1);
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: dir === 'rtl' ? -1 : 1, ArrowLeft: dir === 'rtl' ? 1 : -1 };
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')];
    const at = tools.findIndex((tool) => tool.matches(':focus'));
    const step = steps[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tools.length - 1 : step === undefined ? null : at + step;
    if (to === null) return;
    event.preventDefault();
    tools.at(to % tools.length)?.focus();
  };
  return (
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className={`${s.row} ${className ?? ''}`}
      onKeyDown={walk}
      onFocus={({ target }) => target instanceof HTMLElement && setChosen(target.dataset['tool'] ?? null)}
    >
      {groups.map(({ id, label: name, list, tools, side }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div
          key={id}
          role="group"
          aria-label={name}
          data-side={side}
          data-comes={name === undefined ? undefined : id}
          className={s.group}
        >
          {list?.draw(stop(list.id))}
          {tools.map((tool) => (
            <ToolButton key={tool.id} tool={tool} stop={stop(tool.id)} />
          ))}
        </div>
      ))}
    </div>
  );
}

function ToolButton({ tool, stop }: { tool: EditorTool; stop: ToolStop }) {
  const { icon: Icon, label, keys } = tool;
  return (
    <button
      type="button"
      className={s.tool}
      data-tool={tool.id}
      tabIndex={stop}
      aria-label={label}
      aria-pressed={tool.pressed}
      aria-disabled={tool.inactive === true || undefined}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} \u2066(${shownKeys(keys)})\u2069`}
      // the text keeps its selection
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tool.inactive !== true && tool.run()}
    >
      <Icon size={18} stroke={1.75} {...(tool.turns && { className: 'turn' })} />
    </button>
  );
}
