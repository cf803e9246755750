import { IconChevronDown, IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Keys, Ltr } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { RowLink } from '#kit/ui/link.tsx';
import { SignSheet } from '#kit/ui/table/row-signs.tsx';
import { localeFacts, locales } from '#kit/facts.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesText } from './categories-text.hook.ts';
import s from './categories.module.css';
import { CategoryMenu, type CategoryActs } from './category-menu.part.tsx';
import { nameIn } from '../category-names.rules.ts';
import { type BranchPlace, deepestFor, heightOf, positionOf, rowsOf, type TreeRow } from './category-places.hook.ts';
import { LanguageCodes } from './language-codes.part.tsx';
import { type BranchLifting, levelWidth, useLifting } from './lifting.hook.ts';
import { FlyingRow } from './lifted-row.part.tsx';
import { hueOf } from './blocks/cover-drawings.part.ts';
import { CategoryDot } from './category-dot.part.tsx';

/** Where a place is, in words: "Guides, 2 of 4". */
export function useWhere(items: readonly CategoryView[]): (id: string, place: BranchPlace) => string {
  const say = categoriesText();
  const { locale } = useReader();
  return (id, place) => {
    const parent = items.find((one) => one.id === place.parentId);
    const at = positionOf(items, id, place);
    return parent === undefined
      ? say('categories.lift.top', at)
      : say('categories.lift.below', { ...at, parent: nameIn(parent.names, locale) });
  };
}

/** Says to those who listen where the lifted row is. */
function useSpoken(items: readonly CategoryView[]) {
  const say = categoriesText();
  const where = useWhere(items);
  const { locale } = useReader();
  const [spoken, setSpoken] = useState('');
  const onSay: Parameters<typeof useLifting>[0]['onSay'] = (what, id, place) => {
    const name = nameIn(items.find((one) => one.id === id)?.names ?? {}, locale);
    if (what === 'step') return setSpoken(where(id, place));
    if (what === 'drop') return setSpoken(say('categories.lift.dropped', { name, where: where(id, place) }));
    setSpoken(say(what === 'start' ? 'categories.lift.start' : 'categories.lift.cancelled', { name }));
  };
  return { spoken, onSay };
}

type RowProps = {
  row: TreeRow;
  of: CategoryView;
  items: readonly CategoryView[];
  lifting: BranchLifting;
  chosen: string | null;
  fold: { closed: ReadonlySet<string>; toggle: (id: string) => void };
  acts: CategoryActs;
};
function NameCell({ row, of, items, lifting, fold }: Omit<RowProps, 'chosen' | 'acts'>) {
  const say = categoriesText();
  const { locale } = useReader();
  const where = useWhere(items);
  const name = nameIn(of.names, locale);
  const parent = items.find((one) => one.id === of.parentId);
  const top = rootOf(items, of);
  const parents = items.some((one) => one.parentId === of.id);
  const closed = fold.closed.has(of.id);
  const Fold = closed ? IconChevronRight : IconChevronDown;
  return (
    <td className={s.name} style={cssVars({ '--in': `${row.depth * levelWidth}px` })}>
      <span className={s.nameRow}>
        <button type="button" className={s.grip} aria-label={say('categories.drag', { name })} {...lifting.handle(of.id)}>
          <IconGripVertical size={16} stroke={1.75} />
        </button>
        {parents ? (
          <button
            type="button"
            className={s.fold}
            aria-expanded={!closed}
            aria-label={say(closed ? 'categories.open' : 'categories.close', { name })}
            onClick={() => fold.toggle(of.id)}
          >
            <Fold className={closed ? 'turn' : ''} size={16} stroke={1.75} />
          </button>
        ) : (
          <span className={s.fold} />
        )}
        <CategoryDot hue={hueOf(top.slug)} />
        <RowLink to={`/categories/edit-categories/${of.id}`} {...(s.link !== undefined && { className: s.link })}>
          <bdi>{name}</bdi>
        </RowLink>
        {parent !== undefined && (
          <span className="hidden">{say('categories.under', { name: nameIn(parent.names, locale) })}</span>
        )}
        {lifting.lifted?.id === of.id && lifting.place !== null ? (
          <span className={s.where} aria-hidden="true">
            {where(of.id, lifting.place)}
          </span>
        ) : (
          <Ltr className={s.slug ?? ''}>{`/${of.slug}`}</Ltr>
        )}
      </span>
    </td>
  );
}
const rootOf = (items: readonly CategoryView[], of: CategoryView): CategoryView => {
  const parent = items.find((one) => one.id === of.parentId);
  return parent === undefined ? of : rootOf(items, parent);
};

function CategoryTableRow(props: RowProps) {
  const { of, items, lifting, chosen, acts } = props;
  const say = categoriesText();
  const navigate = useNavigate();
  const figure = (count: number) => <td className="end">{count === 0 ? <span className="quiet">–</span> : count}</td>;
  const marks = locales.filter((locale) => of.names[locale] !== undefined).map((locale) => ({ locale, state: 'live' as const }));
  return (
    <tr
      data-row={of.id}
      data-chosen={chosen === of.id || undefined}
      data-lifted={lifting.lifted?.id === of.id ? lifting.lifted.by : undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        const link = event.target.closest('[data-row-link]');
        if (link === null && event.target.closest('button, [role="menuitem"]') !== null) return;
        event.preventDefault();
        void navigate(`/categories/edit-categories/${of.id}`);
      }}
    >
      <NameCell {...props} />
      <td className={s.languages}>
        <LanguageCodes
          marks={marks}
          first={localeFacts.fallback}
          words={{ of: (language) => language, more: (count) => say('categories.form.moreLanguages', { count }) }}
        />
      </td>
      {figure(of.posts.own)}
      <td className={`end ${s.total}`}>{of.posts.all}</td>
      {figure(of.posts.unpublished)}
      <td className={s.acts}>
        <CategoryMenu of={of} items={items} acts={acts} />
      </td>
    </tr>
  );
}

type TreeProps = {
  items: readonly CategoryView[];
  chosen: string | null;
  onMove: (id: string, place: BranchPlace) => void;
  acts: CategoryActs;
};
/** The tree in the order of the blog, with what each category holds. */
export function CategoryTree({ items, chosen, onMove, acts }: TreeProps) {
  const say = categoriesText();
  const { locale } = useReader();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const where = useWhere(items);
  const { spoken, onSay } = useSpoken(items);
  const lifting = useLifting({
    rows: rowsOf(items, closed),
    deepest: (id) => deepestFor(heightOf(items, id)),
    onDrop: onMove,
    onSay,
  });
  const toggle = (id: string) =>
    setClosed((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  const flying = lifting.lifted?.by === 'pointer' ? items.find(({ id }) => id === lifting.lifted?.id) : undefined;
  const published = items.filter(({ parentId }) => parentId === null).reduce((sum, { posts }) => sum + posts.all, 0);
  return (
    <div className={s.tree} data-lifting={lifting.lifted?.by}>
      <SignSheet />
      <table className={s.table} aria-label={say('categories.title')}>
        <thead>
          <tr>
            <th scope="col">{say('categories.category')}</th>
            <th scope="col" className={s.languages}>
              {say('categories.languages')}
            </th>
            <th scope="col" className="end">
              {say('categories.posts')}
            </th>
            <th scope="col" className="end">
              {say('categories.total')}
            </th>
            <th scope="col" className="end">
              {say('categories.drafts')}
            </th>
            <td className={s.acts} />
          </tr>
        </thead>
        <tbody ref={lifting.list}>
          {lifting.shown.map((row) => {
            const of = items.find(({ id }) => id === row.id);
            return (
              of && <CategoryTableRow key={row.id} {...{ row, of, items, lifting, chosen, acts }} fold={{ closed, toggle }} />
            );
          })}
        </tbody>
      </table>
      {flying !== undefined && lifting.lifted !== null && lifting.place !== null && (
        <FlyingRow lifted={lifting.lifted} name={nameIn(flying.names, locale)} where={where(flying.id, lifting.place)} />
      )}
      <p className="hidden" role="status">
        {spoken}
      </p>
      <footer className={s.foot}>
        <span className={s.footKeys}>
          <Keys keys={['Space']}>{say('categories.keys.lift')}</Keys>
          <Keys keys={['↑', '↓']}>{say('categories.keys.move')}</Keys>
          <Keys keys={['←', '→']}>{say('categories.keys.level')}</Keys>
          <Keys keys={['Esc']}>{say('categories.keys.back')}</Keys>
        </span>
        <span>{`${say('categories.count', { count: items.length })} · ${say('categories.order.count', { count: published })}`}</span>
      </footer>
    </div>
  );
}
