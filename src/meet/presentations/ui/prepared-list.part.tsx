import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPencil, IconX } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

/** Saves a room's list, shows what is saved, and keeps the words for what went wrong. */
export function useListSaving(queryKey: QueryKey) {
  const queries = useQueryClient();
  const failureText = useFailureText(presentationsText());
  const [trouble, setTrouble] = useState('');
  const save = async (work: Promise<unknown>) => {
    setTrouble('');
    await work.then(
      (shown) => queries.setQueryData(queryKey, shown),
      (error: unknown) => setTrouble(failureText(error)),
    );
  };
  return { save, trouble };
}

type RowActs = {
  onUp: (() => void) | null;
  onEdit: () => void;
  /** In place of the pencil. */
  editWord?: string | undefined;
  onRemove: () => void;
  removeLabel: string;
};
type RowProps = {
  name: string;
  facts: ReactNode;
  /** Null for those who only read it. */
  acts: RowActs | null;
};
export function PreparedRow({ name, facts, acts }: RowProps) {
  const say = presentationsText();
  return (
    <li>
      <span className={s.words}>
        <bdi className="strong">{name}</bdi>
        <span className="tiny quiet">
          <DotLine>{facts}</DotLine>
        </span>
      </span>
      {acts !== null && (
        <>
          {acts.onUp !== null && (
            <ActionIcon size={32} aria-label={say('polls.up', { question: name })} onClick={acts.onUp}>
              <IconArrowUp size={16} stroke={1.75} />
            </ActionIcon>
          )}
          {acts.editWord === undefined ? (
            <ActionIcon size={32} aria-label={say('polls.edit', { question: name })} onClick={acts.onEdit}>
              <IconPencil size={16} stroke={1.75} />
            </ActionIcon>
          ) : (
            <Button size="xs" variant="default" onClick={acts.onEdit}>
              {acts.editWord}
            </Button>
          )}
          <ActionIcon size={32} aria-label={acts.removeLabel} onClick={acts.onRemove}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

export function PreparedNotes({ note, trouble }: { note: string | null; trouble: string }) {
  return (
    <>
      {note !== null && <p className={s.note}>{note}</p>}
      {trouble !== '' && (
        <p className={s.note} role="alert" data-trouble>
          {trouble}
        </p>
      )}
    </>
  );
}

/** The list with one more item one place up. */
export const movedUp = <Item,>(items: readonly Item[], at: number): Item[] => {
  const [before, item] = items.slice(at - 1, at + 1);
  if (before === undefined || item === undefined) return [...items];
  return [...items.slice(0, at - 1), item, before, ...items.slice(at + 1)];
};
