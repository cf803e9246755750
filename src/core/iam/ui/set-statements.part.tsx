import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { freeId, type Statement } from '../statements.rules.ts';
import { keyInName } from '../tags.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { actionsWords, useConditionWords } from './set-words.hook.ts';
import { catalogueQuery, usersApi } from './user-data.hook.ts';
import s from './user.module.css';
import { useRoomNames } from './room-names.hook.ts';

const StatementDialog = loadable(async () => (await import('./set-statement-dialog.part.tsx')).StatementDialog);

type Props = {
  value: readonly Statement[];
  /** Left out: they are only shown. */
  onChange?: (statements: Statement[]) => void;
  error?: string | null;
};
/** Statements in words, with the way to change them. Its window stands outside of the form around it. */
export function Statements({ value, onChange, error }: Props) {
  const say = iamText();
  const [open, setOpen] = useState<{ statement: Statement | null } | null>(null);
  const { data } = useQuery({ ...catalogueQuery(useApi(usersApi)), enabled: open !== null });
  const finish = (next: Statement) => {
    const there = value.some((one) => one.id === next.id);
    onChange?.(there ? value.map((one) => (one.id === next.id ? next : one)) : [...value, next]);
    setOpen(null);
  };
  return (
    <>
      <ul className={s.list}>
        {value.map((one) => (
          <StatementRow
            key={one.id}
            statement={one}
            {...(onChange !== undefined && {
              onEdit: () => setOpen({ statement: one }),
              onRemove: () => onChange(value.filter((other) => other.id !== one.id)),
            })}
          />
        ))}
      </ul>
      {value.length === 0 && onChange === undefined && <p className="small quiet">{say('sets.noStatements')}</p>}
      {typeof error === 'string' && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      {onChange !== undefined && (
        <Button
          className={s.add ?? ''}
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setOpen({ statement: null })}
        >
          {say('sets.addStatement')}
        </Button>
      )}
      {open !== null &&
        data !== undefined &&
        // Enter in one of its fields must not send the form that these statements stand in
        createPortal(
          <Suspense>
            <StatementDialog
              statement={open.statement}
              id={freeId(value)}
              choices={data.permissions}
              onDone={finish}
              onClose={() => setOpen(null)}
            />
          </Suspense>,
          document.querySelector('#main') ?? document.body,
        )}
    </>
  );
}

type RowProps = { statement: Statement; onEdit?: () => void; onRemove?: () => void };
function StatementRow({ statement, onEdit, onRemove }: RowProps) {
  const say = iamText();
  const conditions = useConditionWords();
  const rooms = statement.resources.filter((one) => one.startsWith('room/')).map((one) => one.slice('room/'.length));
  const nameOf = useRoomNames(rooms);
  const what = actionsWords(say, statement);
  const where = statement.resources.map((one) => {
    if (one === '*') return say('sets.scopeAll');
    if (one === 'self') return say('sets.scopeOwn');
    const tag = keyInName(one);
    if (tag !== null) return say('sets.tagged', { tag: `\u2068${tag}\u2069` });
    return one.startsWith('room/') ? `\u2068${nameOf(one.slice('room/'.length))}\u2069` : `\u2066${one}\u2069`;
  });
  return (
    <li>
      <Status of={statement.effect === 'allow' ? 'allowed' : 'denied'} look="plain" />
      <span className={s.grow}>
        <span className="strong">{what}</span>
        <span className="tiny quiet">
          <DotLine>
            {where.join(', ')}
            {conditions(statement.condition)}
          </DotLine>
        </span>
      </span>
      {onEdit !== undefined && onRemove !== undefined && (
        <span className={s.acts}>
          <Button size="xs" variant="subtle" aria-label={say('sets.changeNamed', { what })} onClick={onEdit}>
            {say('sets.change')}
          </Button>
          <Button size="xs" variant="subtle" data-danger aria-label={say('sets.removeNamed', { what })} onClick={onRemove}>
            {say('sets.takeOut')}
          </Button>
        </span>
      )}
    </li>
  );
}
