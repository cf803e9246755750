import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import s from './table.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';

export type RowSelection = {
  chosen: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  all: 'all' | 'some' | 'none';
  toggleAll: () => void;
  clear: () => void;
};

/** Rows that are chosen on this page of the list. */
export function useSelection(ids: readonly string[]): RowSelection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const chosen = ids.filter((id) => marked.has(id));
  const all = chosen.length === 0 ? 'none' : chosen.length === ids.length ? 'all' : 'some';
  const toggle = (id: string) =>
    setMarked((now) => {
      const next = new Set(now);
      if (!next.delete(id) && ids.includes(id)) next.add(id);
      return next;
    });
  return {
    chosen,
    has: (id) => marked.has(id),
    toggle,
    all,
    toggleAll: () => setMarked(new Set(all === 'all' ? [] : ids)),
    clear: () => setMarked(new Set()),
  };
}

/** Floats above the foot and has a place of its own, so that it covers no row. */
export function BulkBar({ selection, children }: { selection: RowSelection; children: ReactNode }) {
  const say = kitText();
  return (
    <div className={s.bulkPlace}>
      <div className={s.bulk} role="toolbar" aria-label={say('table.selected', { count: selection.chosen.length })}>
        <span className="strong small" role="status">
          {say('table.selected', { count: selection.chosen.length })}
        </span>
        <span className={s.bulkActs}>{children}</span>
        <ActionIcon aria-label={say('table.clearSelection')} onClick={selection.clear}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  );
}
