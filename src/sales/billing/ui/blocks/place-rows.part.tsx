import { ActionIcon, Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import s from './place-rows.module.css';

/** One place and what is known of it. */
export type PlaceRow = { place: string; value: string };
type Words = { choose: string; add: string; label: (place: string) => string; remove: (place: string) => string };
type Props = {
  rows: readonly PlaceRow[];
  places: readonly { value: string; label: string }[];
  most: number;
  words: Words;
  /** What the field of a row has besides its label, its value and its direction. */
  field: (row: PlaceRow) => TextInputProps;
  children?: ReactNode;
  onChange: (rows: PlaceRow[]) => void;
};
/** One field for each place, each place once; `children` stand between the rows and what adds one. */
export function PlaceRows({ rows, places, most, words, field, children, onChange }: Props) {
  const [next, setNext] = useState('');
  const labelOf = (place: string) => places.find((one) => one.value === place)?.label ?? place;
  const free = places.filter(({ value }) => rows.every(({ place }) => place !== value));
  return (
    <>
      {rows.length > 0 && (
        <ul className={s.rows}>
          {rows.map((row) => (
            <li key={row.place}>
              <TextInput
                size="md"
                dir="ltr"
                label={words.label(labelOf(row.place))}
                value={row.value}
                {...field(row)}
                onChange={({ currentTarget }) =>
                  onChange(rows.map((one) => (one.place === row.place ? { ...one, value: currentTarget.value } : one)))
                }
              />
              <ActionIcon
                size={44}
                variant="subtle"
                aria-label={words.remove(labelOf(row.place))}
                onClick={() => onChange(rows.filter((one) => one.place !== row.place))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {children}
      <div className={s.add}>
        <NativeSelect
          size="md"
          label={words.choose}
          data={[{ value: '', label: '' }, ...free]}
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
        <Button
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={next === '' || rows.length >= most}
          onClick={() => {
            onChange([...rows, { place: next, value: '' }]);
            setNext('');
          }}
        >
          {words.add}
        </Button>
      </div>
    </>
  );
}
