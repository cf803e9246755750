import { Kbd } from '@mantine/core';
import {
  IconArticle,
  IconBolt,
  IconBuilding,
  IconCircle,
  IconCornerDownLeft,
  IconDoor,
  IconFile,
  IconLayoutGrid,
  IconLifebuoy,
  IconList,
  IconReceipt,
  IconSearch,
  IconServer,
  IconSettings,
  IconVideo,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, Keys, Ltr, moneyText } from '#kit/ui/bits.tsx';
import { moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useJumps } from './jump-keys.tsx';
import s from '#app/shell/frames/over.module.css';
import { usePage, useSlots } from '#app/shell/page.tsx';
import { useActions } from './palette-actions.ts';
import { foundIn, linesFor, type PaletteEntry, type PaletteGroup } from './palette-lines.ts';
import { useScreens, useSettingLines } from './palette-screens.ts';
import { shellText } from '#app/shell/shell-text.ts';
import type { PaletteLine } from '#app/shell/slots.ts';

const pause = 150;
/** `q`: what these lines were found for. */
type FoundLines = { q: string; lines: readonly PaletteLine[] };
/** What the server finds, asked when the keys rest; an answer that comes too late is dropped. */
function useFound(q: string): FoundLines & { pending: boolean } {
  const { search } = useSlots();
  const { api } = usePage();
  const { user } = useAuth();
  const [found, setFound] = useState<FoundLines | null>(null);
  useEffect(() => {
    if (search === null) return;
    let current = true;
    const answered = (lines: readonly PaletteLine[]) => current && setFound({ q, lines });
    const timer = setTimeout(() => {
      void search({ api, user, q: q.replace(/^>/, '').trim() }).then(answered, () => answered([]));
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q, search, api, user]);
  return { q, lines: found?.lines ?? [], pending: search !== null && found?.q !== q };
}

/** The letters that were found are marked by weight and colour, so one sees why a line is there. */
function Found({ text, q }: { text: string; q: string }) {
  const found = q.trim() === '' ? null : foundIn(text, q);
  if (found === null) return text;
  return (
    <>
      {text.slice(0, found.from)}
      <mark>{text.slice(found.from, found.to)}</mark>
      {text.slice(found.to)}
    </>
  );
}

const icons = {
  ...{ room: IconDoor, account: IconBuilding, recording: IconCircle, meeting: IconVideo, invoice: IconReceipt },
  ...{ ticket: IconLifebuoy, server: IconServer, plan: IconList, post: IconArticle, file: IconFile },
  ...{ setting: IconSettings, screen: IconLayoutGrid, action: IconBolt },
};

/** What tells a line from others of its name. */
function Beside({ line }: { line: PaletteEntry }) {
  const { locale } = useReader();
  const sub = line.sub ?? null;
  const found = 'keys' in line ? null : line;
  return (
    <>
      {sub !== null && (
        <span className={`quiet tiny ${s.beside}`}>
          <bdi>{sub}</bdi>
        </span>
      )}
      {found?.at !== undefined && (
        <span className={`quiet tiny ${s.beside}`}>
          <Time at={found.at} look="day" />
        </span>
      )}
      {found?.amount !== undefined && (
        <span className={`quiet tiny ${s.beside}`}>
          <Ltr>{moneyText({ cents: found.amount.minor, currency: found.amount.currency, tag: moneyTag(locale) })}</Ltr>
        </span>
      )}
    </>
  );
}

function Option({
  line,
  q,
  current,
  onPick,
}: {
  line: PaletteEntry;
  q: string;
  current: PaletteEntry | undefined;
  onPick: (line: PaletteEntry) => void;
}) {
  const say = shellText();
  const on = line === current;
  const Icon = line.kind === 'person' ? null : icons[line.kind];
  const verb = 'keys' in line ? say('palette.open') : (line.verb ?? say('palette.open'));
  const keys = 'keys' in line ? line.keys : [];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the field, as in every combobox
    <div className={s.option} role="option" tabIndex={-1} id={`line-${line.id}`} aria-selected={on} onClick={() => onPick(line)}>
      {Icon === null ? <Face name={line.name} size={22} /> : <Icon size={18} stroke={1.75} />}
      <span className="grow cut">
        <span className="strong">
          <Found text={line.name} q={q} />
        </span>
        <Beside line={line} />
      </span>
      {'status' in line && line.status !== undefined && <Status of={line.status} />}
      {keys.length > 0 && <Keys keys={keys} />}
      {on && (
        <span className={s.does}>
          {verb}
          <IconCornerDownLeft size={16} stroke={2} className="turn" />
        </span>
      )}
    </div>
  );
}

function Groups({
  groups,
  q,
  pending,
  current,
  onPick,
}: {
  groups: readonly PaletteGroup[];
  q: string;
  pending: boolean;
  current: PaletteEntry | undefined;
  onPick: (line: PaletteEntry) => void;
}) {
  const say = shellText();
  return (
    <div className={s.list} role="listbox" id="palette-lines" aria-label={say('palette.found')}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={group.kind} role="group" aria-label={say(`palette.${group.kind}`)}>
          <div className={s.group} aria-hidden="true">
            {say(`palette.${group.kind}`)}
          </div>
          {group.lines.map((line) => (
            <Option key={line.id} line={line} q={q.replace(/^>/, '')} current={current} onPick={onPick} />
          ))}
        </div>
      ))}
      {groups.length === 0 && <p className={`small quiet ${s.none}`}>{say(pending ? 'palette.searching' : 'palette.nothing')}</p>}
    </div>
  );
}

/**
 * Go to anything one may see, or start something. Enter does what the line says, Ctrl Enter opens a tab. `typed`: what was typed while
 * this code was loading.
 */
export function Palette({ typed, onClose }: { typed: () => string; onClose: () => void }) {
  const say = shellText();
  const navigate = useNavigate();
  // first: its words may have to come, and what was typed is taken only once
  const actions = useActions();
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState(typed);
  const [at, setAt] = useState(0);
  const own = [...useSettingLines(), ...actions, ...useScreens(useJumps())];
  const found = useFound(q);
  const groups = linesFor({ q, found: found.lines, own });
  const lines = groups.flatMap((g) => g.lines);
  const current = lines[Math.min(at, lines.length - 1)];
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  // a block: newer browsers answer a promise, which is no clean-up
  useEffect(() => {
    document.getElementById(`line-${current?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);
  const pick = (line: PaletteEntry) => {
    onClose();
    if ('run' in line) line.run();
    else void navigate(line.to);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((now) =>
        Math.max(0, Math.min(lines.length - 1, Math.min(now, lines.length - 1) + (event.key === 'ArrowDown' ? 1 : -1))),
      );
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      if ((event.ctrlKey || event.metaKey) && 'to' in current) window.open(current.to, '_blank', 'noopener');
      else pick(current);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={s.palette}
      aria-label={say('frame.search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={onKey}
    >
      <div className={s.box}>
        <div className={s.ask}>
          <IconSearch size={18} stroke={2} />
          <input
            className={s.input}
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-lines"
            aria-activedescendant={current === undefined ? undefined : `line-${current.id}`}
            aria-label={say('frame.search')}
            placeholder={say('frame.search')}
            value={q}
            onChange={(event) => {
              setQ(event.currentTarget.value);
              setAt(0);
            }}
          />
          <Kbd>Esc</Kbd>
        </div>
        <Groups groups={groups} q={q} pending={found.pending} current={current} onPick={pick} />
        <div className={s.foot}>
          <Keys keys={['↑', '↓']}>{say('palette.move')}</Keys>
          <Keys keys={['Enter']}>{say('palette.open')}</Keys>
          <Keys keys={['Ctrl', 'Enter']}>{say('palette.tab')}</Keys>
          <span className="grow" />
          <Keys keys={['>']}>{say('palette.actionsOnly')}</Keys>
        </div>
      </div>
    </dialog>
  );
}
