import type { Icon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import s from '#ui/float.module.css';

type MenuOpener = {
  ref: React.RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
};
type MenuProps = {
  label: string;
  /** `row`: its rows stand beside each other. */
  flow?: 'row';
  /** `end`: it opens beside its button where there is room. */
  side?: 'end';
  opener(props: MenuOpener): ReactNode;
  children: ReactNode;
};

/** A menu in the browser's top layer: closed by Escape and by a tap elsewhere, walked through with the arrow keys. */
export function Menu({ label, flow, side, opener, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // The rows are drawn when the menu opens: only then it has a size and something to focus.
  useLayoutEffect(() => {
    if (!open || !list.current || !button.current) return;
    put(list.current, button.current);
    if (side === 'end') putAtEnd(list.current, button.current);
    rows(list.current)[0]?.focus();
  }, [open, side]);
  return (
    <>
      {opener({ ref: button, popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open })}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={s.menu}
        data-flow={flow}
        onToggle={(e) => setOpen(e.newState === 'open')}
        onKeyDown={(e) => walk(e, list.current)}
        onClick={() => list.current?.hidePopover()}
      >
        {open && children}
      </div>
    </>
  );
}

function rows(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

/** Below this height a menu has room only beside its button. */
const LOW = 480;

/** Beside its button, on the side of the window that has room; its end at the button's end. Pixels of the window. */
function put(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const rtl = getComputedStyle(button).direction === 'rtl';
  const width = Math.max(208, list.offsetWidth);
  const low = window.innerHeight < LOW;
  const above = at.top > window.innerHeight / 2;
  list.style.insetBlock = low ? 'auto 8px' : above ? `auto ${window.innerHeight - at.top + 6}px` : `${at.bottom + 6}px auto`;
  const [atStart, atEnd] = low ? [at.right + 6, at.left - width - 6] : [at.left, at.right - width];
  const left = rtl ? atStart : atEnd;
  list.style.left = `${Math.min(Math.max(8, left), window.innerWidth - width - 8)}px`;
}

/** In a window that is wide enough, beside a button that stands at the start of the window. */
function putAtEnd(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const left = isRtl ? at.left - list.offsetWidth - 10 : at.right + 10;
  if (left < 8 || left + list.offsetWidth > window.innerWidth - 8) return;
  list.style.left = `${left}px`;
  list.style.insetBlock = `${Math.max(8, Math.min(at.top - 4, window.innerHeight - list.offsetHeight - 8))}px auto`;
}

function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const all = rows(list);
  const now = all.findIndex((row) => row.matches(':focus'));
  const [next, before] = [(now + 1) % all.length, (now - 1 + all.length) % all.length];
  const toRight = getComputedStyle(list ?? document.body).direction === 'rtl' ? before : next;
  const beside = list?.dataset['flow'] === 'row' && { ArrowRight: toRight, ArrowLeft: toRight === next ? before : next };
  const targets: Record<string, number> = {
    ArrowDown: next,
    ArrowUp: before,
    ...beside,
    Home: 0,
    End: all.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  all[target]?.focus();
}

type ItemProps = {
  icon: Icon;
  onClick(): void;
  children: ReactNode;
  keyName?: string | undefined;
  look?: 'danger';
  checked?: boolean;
};
export function MenuItem({ icon: Sign, onClick, children, keyName, look, checked }: ItemProps) {
  const role = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked };
  return (
    <button type="button" {...role} tabIndex={-1} className={s.item} data-look={look} onClick={onClick}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
      {keyName && (
        <kbd className={s.key} dir="ltr">
          {keyName}
        </kbd>
      )}
      {checked !== undefined && <i className={s.switch} aria-hidden="true" />}
    </button>
  );
}

type RowProps = { icon: Icon; children: ReactNode };
/** A row that says why something cannot be done here. */
export function MenuNote({ icon: Sign, children }: RowProps) {
  return (
    <button type="button" role="menuitem" aria-disabled="true" tabIndex={-1} className={`${s.item} ${s.noteItem}`}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </button>
  );
}

/** A row that leads out of the meeting, and so opens beside it. */
export function MenuLink({ icon: Sign, href, children }: RowProps & { href: string }) {
  return (
    <a role="menuitem" href={href} target="_blank" rel="noreferrer" tabIndex={-1} className={s.item}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </a>
  );
}

export function MenuLine() {
  return <hr className={s.line} />;
}
