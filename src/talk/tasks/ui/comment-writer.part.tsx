import { Button, Textarea } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { peopleApi, peopleQuery } from '#core/accounts/ui/blocks/people-query.hook.ts';
import { Face } from '#kit/ui/bits.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import { tasksText } from './tasks-text.hook.ts';

type Mentionable = { id: string; name: string };
const mostOffered = 5;
/** The beginning of a name that stands after an @ just before the cursor. */
const typedName = (before: string): string | null => /(?:^|\s)@([\p{L}\p{M}\p{N}.'-]{0,30})$/u.exec(before)?.[1] ?? null;
const starts = (name: string, typed: string): boolean =>
  name.split(/\s+/).some((word) => word.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()));
/** People whose name stands in the text after an @. */
const mentionsIn = (text: string, people: readonly Mentionable[]): string[] => [
  ...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];

/** People who can be mentioned: members of a board for its members alone, everybody of the account on one for all; and those whose name is typed. */
function useMentionable(typed: string | null) {
  const { view } = useBoard();
  const client = useApi(peopleApi);
  const isForAll = view.board.share === 'account';
  const query = peopleQuery(client, { purpose: 'tasks', search: typed ?? '' });
  const found = useQuery({ ...query, enabled: isForAll && typed !== null, placeholderData: keepPreviousData }).data?.items ?? [];
  const members = view.people.filter(({ role }) => role !== null).map(({ userId: id, name }) => ({ id, name }));
  const offered = typed === null ? [] : isForAll ? found : members.filter(({ name }) => starts(name, typed));
  return { known: [...members, ...found], offered: offered.slice(0, mostOffered) };
}

type CommentWriterProps = {
  first?: string;
  label: string;
  verb: string;
  /** Tells whether it arrived; what is written stays until then. */
  send: (comment: { text: string; mentions: string[] }) => Promise<boolean>;
  onCancel?: () => void;
};
/** Writes a comment; an @ offers the people of the board. */
export function CommentWriter({ first = '', label, verb, send, onCancel }: CommentWriterProps) {
  const say = tasksText();
  const [text, setText] = useState(first);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState<'busy' | 'idle'>('idle');
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState<readonly Mentionable[]>([]);
  const { known, offered } = useMentionable(typed);
  const look = () => {
    const at = field.current?.selectionStart ?? 0;
    setTyped(typedName((field.current?.value ?? '').slice(0, at)));
  };
  const put = (words: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const before = text.slice(0, at).replace(/@[^\s@]*$/u, '');
    setText(`${before}${words}${text.slice(at)}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length + words.length, before.length + words.length);
      look();
    });
  };
  const mention = ({ id, name }: Mentionable) => {
    setChosen([...chosen, { id, name }]);
    put(`@${name} `);
  };
  const submit = async () => {
    if (text.trim() === '' || busy === 'busy') return;
    setBusy('busy');
    if (await send({ text: text.trim(), mentions: mentionsIn(text, [...known, ...chosen]) })) setText('');
    setBusy('idle');
  };
  return (
    <form
      className={s.writer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={2}
        maxLength={taskLimits.comment}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          look();
        }}
        onKeyDown={(event) => {
          const [person] = offered;
          if (person !== undefined && event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            mention(person);
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void submit();
          } else if (event.key === 'Escape' && typed !== null) {
            event.preventDefault();
            setTyped(null);
          }
        }}
      />
      {offered.length > 0 && (
        <ul className={s.offered} aria-label={say('comments.people')}>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => mention({ id, name })}>
                <Face name={name} size={20} />
                <bdi>{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={s.tools}>
        <IconButton aria-label={say('comments.mention')} onClick={() => put('@')}>
          <IconAt size={16} stroke={1.75} />
        </IconButton>
        <span className="grow" />
        {onCancel !== undefined && (
          <Button variant="subtle" onClick={onCancel}>
            {say('dialog.cancel')}
          </Button>
        )}
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={busy === 'busy'}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
