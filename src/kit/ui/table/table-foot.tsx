import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Keys } from '#kit/ui/bits.tsx';
import type { DataTableProps } from './table-shape.ts';
import { Bone } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import s from './table.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';

/** Keys at the start; how many are shown, and the pages, at the end. */
export function ListFoot<R>({ props, loading }: { props: DataTableProps<R>; loading: boolean }) {
  const say = kitText();
  const { list, page, rows } = props;
  const shown = rows?.length ?? 0;
  const count =
    page.total === undefined ? say('table.shownOpen', { count: shown }) : say('table.shown', { shown, total: page.total });
  return (
    <footer className={s.foot}>
      <span className={s.footKeys}>
        <Keys keys={['J', 'K']}>{say('table.moveKey')}</Keys>
        {props.bulk && <Keys keys={['X']}>{say('table.selectKey')}</Keys>}
        {props.keys}
        <Keys keys={['/']}>{say('table.searchKey')}</Keys>
      </span>
      <span className="row">
        {loading ? (
          <>
            <Bone w={84} />
            <span className="hidden" role="status">
              {say('table.loading')}
            </span>
          </>
        ) : (
          <span>{count}</span>
        )}
        <IconButton
          size={28}
          look="default"
          disabled={list.after === null}
          aria-label={say('table.previous')}
          onClick={list.previous}
        >
          <IconChevronLeft className="turn" size={16} />
        </IconButton>
        <IconButton
          size={28}
          look="default"
          disabled={page.next === null}
          aria-label={say('table.next')}
          onClick={() => page.next !== null && list.next(page.next)}
        >
          <IconChevronRight className="turn" size={16} />
        </IconButton>
      </span>
    </footer>
  );
}
