import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { ParameterRow } from './builder-draft.hook.ts';
import { kindOf, parametersOf } from './call-parameters.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import type { BuiltCall } from '../endpoint.contract.ts';

/** Words to choose from; anything else may be typed too, so that wrong values can be tried. */
function Words({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  );
}

type RowProps = {
  row: ParameterRow;
  number: number;
  names: string;
  put: (part: Partial<ParameterRow>) => void;
  remove: () => void;
};
function Row({ row, number, names, put, remove }: RowProps) {
  const say = endpointText();
  const id = useId();
  const kind = kindOf(row.name);
  const words = kind.kind === 'choice' ? kind.of : kind.kind === 'flag' ? ['true', 'false'] : [];
  return (
    <li data-parameter={row.name}>
      {row.needed === 'needed' ? (
        <span className={s.parameter}>
          <bdi dir="ltr" className="mono">
            {row.name}
          </bdi>
          <span className="tiny quiet">· {say('builder.needed')}</span>
        </span>
      ) : (
        <TextInput
          classNames={{ input: s.mono ?? '' }}
          list={names}
          value={row.name}
          aria-label={say('builder.nameOf', { number })}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
      )}
      <TextInput
        {...(words.length > 0 && { list: id })}
        {...(kind.kind === 'number' && { inputMode: 'numeric' as const })}
        value={row.value}
        aria-label={say('builder.valueOf', { name: row.name === '' ? String(number) : row.name })}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={20_000}
        onChange={(event) => put({ value: event.currentTarget.value })}
      />
      {words.length > 0 && <Words id={id} words={words} />}
      {row.needed === 'free' ? (
        <ActionIcon
          aria-label={say('builder.remove', { name: row.name === '' ? String(number) : row.name })}
          className={s.out ?? ''}
          onClick={remove}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      ) : (
        <span />
      )}
    </li>
  );
}

type Props = { call: BuiltCall['call']; rows: readonly ParameterRow[]; onChange: (rows: ParameterRow[]) => void };
/** The parameters of a call: those it needs, and others with the names that it knows. */
export function Parameters({ call, rows, onChange }: Props) {
  const say = endpointText();
  const names = useId();
  const used = new Set(rows.map((row) => row.name));
  const change = (id: number, part: Partial<ParameterRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { id: Math.max(-1, ...rows.map((row) => row.id)) + 1, name: '', value: '', needed: 'free' }]);
  return (
    <div>
      {rows.length > 0 && (
        <div className={s.parametersHead} aria-hidden="true">
          <span>{say('builder.parameter')}</span>
          <span>{say('builder.value')}</span>
        </div>
      )}
      <ul className={s.parameters}>
        {rows.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            number={at + 1}
            names={names}
            put={(part) => change(row.id, part)}
            remove={() => onChange(rows.filter((one) => one.id !== row.id))}
          />
        ))}
      </ul>
      <Words id={names} words={parametersOf(call).may.filter((name) => !used.has(name))} />
      <Button variant="subtle" disabled={rows.length >= 100} leftSection={<IconPlus size={16} stroke={2} />} onClick={add}>
        {say('builder.add')}
      </Button>
    </div>
  );
}
