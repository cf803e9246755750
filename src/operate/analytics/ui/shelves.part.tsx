import { Button, NativeSelect } from '@mantine/core';
import { IconChartAreaLine, IconChartBar, IconChartLine, IconPlus, IconTable, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { addDays } from '#meet/usage/usage.rules.ts';
import {
  analyticsLimits,
  chartKinds,
  dimensionsFor,
  measuresFor,
  type NamedDimension,
  namedDimensions,
} from '../measures.rules.ts';
import { todayOf } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { OwnDays } from './charts-bar.part.tsx';
import { splitsFor, withMeasure, withSplit } from './explorer-address.hook.ts';
import type { ExplorerControls } from './explorer-state.hook.ts';
import type { ChosenNames } from './question-sentence.hook.ts';
import s from './explorer.module.css';

const ChoiceDialog = loadable(async () => (await import('./choice-dialog.part.tsx')).ChoiceDialog);
const kindIcons = { lines: IconChartLine, bars: IconChartBar, area: IconChartAreaLine, table: IconTable } as const;
const lasts = [
  { last: 7, unit: 'day' },
  { last: 30, unit: 'day' },
  { last: 12, unit: 'week' },
  { last: 1, unit: 'month' },
  { last: 12, unit: 'month' },
] as const;

type ShelfProps = {
  name: 'measure' | 'by' | 'only';
  keyName: string;
  pills: readonly { id: string; text: string; onOpen?: () => void; onRemove?: () => void }[];
  /** What `+` offers; without any it is not there. */
  offers: readonly { id: string; text: string; onChoose: () => void }[];
};
function Shelf({ name, keyName, pills, offers }: ShelfProps) {
  const say = analyticsText();
  const plus = useRef<HTMLSpanElement>(null);
  useShortcut(keyName, () => plus.current?.querySelector('button')?.click());
  return (
    <section className={s.shelf} aria-label={say(`shelf.${name}`)}>
      <header>
        <h2>{say(`shelf.${name}`)}</h2>
        <span className="small quiet grow">{say(`shelf.${name}Hint`)}</span>
        {offers.length > 0 && (
          <span ref={plus}>
            <LazyMenu
              button={(props) => (
                <IconButton {...props} size={28} aria-label={say(`shelf.${name}Add`)}>
                  <IconPlus size={16} stroke={1.75} />
                </IconButton>
              )}
            >
              {() =>
                offers.map(({ id, text, onChoose }) => (
                  <MenuItem key={id} onClick={onChoose}>
                    {text}
                  </MenuItem>
                ))
              }
            </LazyMenu>
          </span>
        )}
      </header>
      {pills.map(({ id, text, onOpen, onRemove }) => (
        <div key={id} className={s.pill}>
          {onOpen === undefined ? (
            <bdi className="cut grow">{text}</bdi>
          ) : (
            <button type="button" className="cut grow" onClick={onOpen}>
              <bdi>{text}</bdi>
            </button>
          )}
          {onRemove !== undefined && (
            <IconButton size={28} aria-label={say('shelf.remove', { name: text })} onClick={onRemove}>
              <IconX size={14} stroke={2} />
            </IconButton>
          )}
        </div>
      ))}
    </section>
  );
}

function When({ explorer: { question, ask } }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  const today = todayOf(useReader());
  const { period } = question;
  const optionOf = (one: { last: number; unit: string }) => `${one.last} ${one.unit}`;
  const known: readonly { last: number; unit: 'day' | 'week' | 'month' }[] =
    'last' in period && !lasts.some((one) => optionOf(one) === optionOf(period)) ? [...lasts, period] : lasts;
  const choose = (value: string) => {
    const last = known.find((one) => optionOf(one) === value);
    ask({ ...question, period: last === undefined ? { from: addDays(today, -13), until: today } : { ...last } });
  };
  return (
    <section className={s.shelf} aria-label={say('shelf.when')}>
      <header>
        <h2>{say('shelf.when')}</h2>
      </header>
      <NativeSelect
        size="xs"
        aria-label={say('shelf.when')}
        value={'last' in period ? optionOf(period) : 'own'}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          ...known.map((one) => ({ value: optionOf(one), label: say(`sentence.last.${one.unit}`, { n: one.last }) })),
          { value: 'own', label: say('period.own') },
        ]}
      />
      {!('last' in period) && <OwnDays span={period} today={today} onSpan={(span) => ask({ ...question, period: span })} />}
    </section>
  );
}

function ShownAs({ explorer: { chart, show } }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  return (
    <section className={s.shelf} aria-label={say('shelf.as')}>
      <header>
        <h2>{say('shelf.as')}</h2>
      </header>
      <div className={s.kinds}>
        {chartKinds.map((kind) => {
          const Icon = kindIcons[kind];
          return (
            <button key={kind} type="button" aria-pressed={kind === chart} onClick={() => show({ chart: kind })}>
              <Icon size={18} stroke={1.75} />
              {say(`kind.${kind}`)}
            </button>
          );
        })}
      </div>
    </section>
  );
}

type OnlyShelfProps = { explorer: ExplorerControls; names: ChosenNames; offered: readonly NamedDimension[] };
function OnlyShelf({ explorer: { question, ask }, names, offered }: OnlyShelfProps) {
  const say = analyticsText();
  const [open, setOpen] = useState<NamedDimension | null>(null);
  const { only } = question;
  const without = (dimension: NamedDimension) => only.filter((one) => one.dimension !== dimension);
  const pills = only.map(({ dimension, ids }) => ({
    id: dimension,
    text: say('sentence.only', { what: say(`split.${dimension}`), names: ids.map((id) => names.get(id) ?? '…').join(', ') }),
    onOpen: () => setOpen(dimension),
    onRemove: () => ask({ ...question, only: without(dimension) }),
  }));
  const offers = offered
    .filter((one) => !only.some(({ dimension }) => dimension === one))
    .map((one) => ({ id: one, text: say(`split.${one}`), onChoose: () => setOpen(one) }));
  return (
    <>
      <Shelf name="only" keyName="f" pills={pills} offers={offers} />
      {open !== null && (
        <Suspense>
          <ChoiceDialog
            of={open}
            pick="many"
            chosen={only.find(({ dimension }) => dimension === open)?.ids ?? []}
            onClose={() => setOpen(null)}
            onChoose={(ids) => {
              setOpen(null);
              ask({ ...question, only: [...without(open), { dimension: open, ids }] });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is asked, piece by piece; each change is answered at once. */
export function Shelves({ explorer, names, lead }: { explorer: ExplorerControls; names: ChosenNames; lead: ReactNode }) {
  const say = analyticsText();
  const { user } = useAuth();
  const [folded, setFolded] = useState<'folded' | 'open'>('folded');
  const kind = user?.account?.kind ?? 'customer';
  const { question, ask } = explorer;
  const { measures, by } = question;
  const dimensions = dimensionsFor(kind);
  const unused = measuresFor(kind).filter((id) => !measures.includes(id));
  const fitting = splitsFor({ ...question, by: [] }, dimensions);
  return (
    <section className={s.shelves} data-folded={folded} aria-label={say('shelf.title')}>
      {lead}
      <Button
        className={s.fold ?? ''}
        aria-expanded={folded === 'open'}
        onClick={() => setFolded(folded === 'open' ? 'folded' : 'open')}
      >
        {say('shelf.title')}
      </Button>
      <div className={s.shelfList}>
        <Shelf
          name="measure"
          keyName="m"
          pills={measures.map((id) => ({
            id,
            text: say(`measures.${id}.name`),
            ...(measures.length > 1 && { onRemove: () => ask({ ...question, measures: measures.filter((one) => one !== id) }) }),
          }))}
          offers={unused.map((id) => ({ id, text: say(`measures.${id}.name`), onChoose: () => ask(withMeasure(question, id)) }))}
        />
        <Shelf
          name="by"
          keyName="b"
          pills={by.map((id) => ({
            id,
            text: say(`split.${id}`),
            onRemove: () => ask({ ...question, by: by.filter((one) => one !== id) }),
          }))}
          offers={splitsFor(question, dimensions).map((id) => ({
            id,
            text: say(`split.${id}`),
            onChoose: () => ask(withSplit(question, id)),
          }))}
        />
        <OnlyShelf
          explorer={explorer}
          names={names}
          offered={namedDimensions.filter((one) => fitting.includes(one)).slice(0, analyticsLimits.filters)}
        />
        <When explorer={explorer} />
        <ShownAs explorer={explorer} />
        <p className={s.keys}>
          <Keys keys={['M']}>{say('shelf.measure')}</Keys>
          <Keys keys={['B']}>{say('shelf.by')}</Keys>
          <Keys keys={['F']}>{say('shelf.only')}</Keys>
        </p>
      </div>
    </section>
  );
}
