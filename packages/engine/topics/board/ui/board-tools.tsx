import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconEraser,
  type Icon,
  IconHighlight,
  IconLine,
  IconNote,
  IconPencil,
  IconPointer,
  IconSquare,
  IconTrash,
  IconTypography,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type BoardElement, boardColors, boardWidths } from '#topics/board/board-elements.ts';
import { BOARD_INKS } from '#topics/board/board-shapes.ts';
import type { BoardActions } from '#topics/board/ui/board-actions.tsx';
import { type BoardDesk, type BoardTool, boardTools, type ShapeKind, shapeKinds } from '#topics/board/ui/board-desk.ts';
import s from '#topics/board/ui/board.module.css';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import type { PageElements } from '#topics/board/ui/page-elements.ts';
import { Menu } from '#ui/menu.tsx';
import { IconButton } from '#ui/parts.tsx';

const shapeIcons: Readonly<Record<ShapeKind, Icon>> = {
  rectangle: IconSquare,
  ellipse: IconCircle,
  line: IconLine,
  arrow: IconArrowUpRight,
};
const toolIcons: Readonly<Record<Exclude<BoardTool, 'shape'>, Icon>> = {
  select: IconPointer,
  pen: IconPencil,
  marker: IconHighlight,
  text: IconTypography,
  note: IconNote,
  eraser: IconEraser,
};

type ToolsProps = { board: PageElements; desk: BoardDesk; actions: BoardActions; selected: readonly BoardElement[] };

/** Beside the page, so that no tool covers what is written on it. */
export function BoardTools({ board, desk, actions, selected }: ToolsProps) {
  const text = useBoardText();
  const { choice } = desk;
  const ink = selected.length === 1 ? (selected[0] ?? choice) : choice;
  return (
    <div className={s.tools} role="toolbar" aria-label={text('tools')} aria-orientation="vertical">
      {boardTools.map((tool, at) =>
        tool === 'shape' ? (
          <ShapeTool key={tool} desk={desk} />
        ) : (
          <ToolButton key={tool} desk={desk} tool={tool} digit={at + 1} />
        ),
      )}
      <hr />
      <Flyout
        label={text('color', { color: text(`colors.${ink.color}`) })}
        sign={<i className={s.ink} style={{ background: BOARD_INKS[ink.color] }} />}
      >
        {boardColors.map((color) => (
          <FlyoutRow
            key={color}
            label={text(`colors.${color}`)}
            now={ink.color === color ? 'chosen' : 'other'}
            onChoose={() => actions.setInk({ color })}
          >
            <i className={s.ink} style={{ background: BOARD_INKS[color] }} />
          </FlyoutRow>
        ))}
      </Flyout>
      <Flyout
        label={text('width', { width: text(`widths.${ink.width}`) })}
        sign={<i className={s.line} data-width={ink.width} />}
      >
        {boardWidths.map((width) => (
          <FlyoutRow
            key={width}
            label={text(`widths.${width}`)}
            now={ink.width === width ? 'chosen' : 'other'}
            onChoose={() => actions.setInk({ width })}
          >
            <i className={s.line} data-width={width} />
          </FlyoutRow>
        ))}
      </Flyout>
      <hr />
      <IconButton
        icon={IconArrowBackUp}
        label={text('undo')}
        title={`${text('undo')} (Ctrl Z)`}
        disabled={!board.can.undo}
        onClick={() => board.step('undo')}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label={text('redo')}
        title={`${text('redo')} (Ctrl Shift Z)`}
        disabled={!board.can.redo}
        onClick={() => board.step('redo')}
      />
      {selected.length > 0 && (
        <IconButton
          icon={IconTrash}
          label={text('remove')}
          title={`${text('remove')} (Delete)`}
          onClick={() => actions.remove(selected)}
        />
      )}
      {board.isFull && <p className={s.full}>{text('full')}</p>}
    </div>
  );
}

type ToolButtonProps = { desk: BoardDesk; tool: Exclude<BoardTool, 'shape'>; digit: number };
function ToolButton({ desk, tool, digit }: ToolButtonProps) {
  const text = useBoardText();
  const label = text(`toolNames.${tool}`);
  return (
    <IconButton
      icon={toolIcons[tool]}
      label={label}
      title={`${label} (${digit})`}
      aria-pressed={desk.choice.tool === tool}
      onClick={(event) => {
        desk.choose(tool);
        // Enter on the page inserts, so the keyboard is at work there next
        if (event.detail === 0) document.querySelector<HTMLElement>('section[tabindex][data-pointer]')?.focus();
      }}
    />
  );
}

function ShapeTool({ desk }: { desk: BoardDesk }) {
  const text = useBoardText();
  const { tool, shape } = desk.choice;
  const Sign = shapeIcons[shape];
  return (
    <Flyout
      label={text('toolNames.shape')}
      keyName="4"
      pressed={tool === 'shape'}
      sign={<Sign size={20} stroke={1.75} aria-hidden="true" />}
    >
      {shapeKinds.map((kind) => {
        const Shape = shapeIcons[kind];
        return (
          <FlyoutRow
            key={kind}
            label={text(`toolNames.${kind}`)}
            now={tool === 'shape' && shape === kind ? 'chosen' : 'other'}
            onChoose={() => desk.choose('shape', kind)}
          >
            <Shape size={20} stroke={1.75} aria-hidden="true" />
          </FlyoutRow>
        );
      })}
    </Flyout>
  );
}

type FlyoutProps = { label: string; sign: ReactNode; keyName?: string; pressed?: boolean; children: ReactNode };
function Flyout({ label, sign, keyName, pressed, children }: FlyoutProps) {
  return (
    <Menu
      label={label}
      flow="row"
      side="end"
      opener={(opener) => (
        <button
          {...opener}
          type="button"
          className={s.tool}
          aria-label={label}
          title={keyName === undefined ? label : `${label} (${keyName})`}
          data-pressed={pressed}
        >
          {sign}
        </button>
      )}
    >
      {children}
    </Menu>
  );
}

type FlyoutRowProps = { label: string; now: 'chosen' | 'other'; onChoose(): void; children: ReactNode };
function FlyoutRow({ label, now, onChoose, children }: FlyoutRowProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={now === 'chosen'}
      aria-label={label}
      title={label}
      tabIndex={-1}
      className={s.tool}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
