import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { NoteView } from '../admin.contract.ts';
import { NOTE_MAX } from '../admin.rules.ts';
import { adminApi, notesQuery } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

/** Notes among colleagues, newest first. They are added, never changed. */
export function Notes({ id }: { id: string }) {
  const say = adminText();
  const api = useApi(adminApi);
  const { data } = useQuery(notesQuery(api, id));
  const [older, setOlder] = useState<{ items: readonly NoteView[]; next: string | null } | null>(null);
  const items = [...(data?.items ?? []), ...(older?.items ?? [])];
  const next = older === null ? (data?.next ?? null) : older.next;
  const more = async (cursor: string) => {
    const page = await api.users.notes({ params: { id }, query: { limit: 20, cursor } });
    setOlder((known) => ({ items: [...(known?.items ?? []), ...page.items], next: page.next }));
  };
  return (
    <Panel id="notes" title={say('notes.title')}>
      <p className="tiny quiet">{say('notes.hint')}</p>
      <NewNote id={id} />
      {items.length === 0 ? (
        <p className="small soft">{say('notes.none')}</p>
      ) : (
        <ul className={s.notes}>
          {items.map((note) => (
            <li key={note.id}>
              <p dir="auto">{note.body}</p>
              <span className="tiny quiet">
                <DotLine>
                  {note.author ?? say('notes.gone')}
                  <Time at={note.createdAt} />
                </DotLine>
              </span>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button variant="subtle" onClick={() => void more(next)}>
          {say('notes.more')}
        </Button>
      )}
    </Panel>
  );
}

function NewNote({ id }: { id: string }) {
  const say = adminText();
  const api = useApi(adminApi);
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [body, setBody] = useState('');
  const [state, setState] = useState({ busy: false, failure: '' });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() === '') return;
    setState({ busy: true, failure: '' });
    try {
      await api.users.addNote({ params: { id }, body: { body: body.trim() } });
      setBody('');
      setState({ busy: false, failure: '' });
      await queries.invalidateQueries({ queryKey: notesQuery(api, id).queryKey });
    } catch (error) {
      setState({ busy: false, failure: failureText(error) });
    }
  };
  return (
    <form method="post" className={s.note} onSubmit={(event) => void add(event)}>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <Textarea
        aria-label={say('notes.label')}
        placeholder={say('notes.label')}
        rows={2}
        autosize
        maxRows={10}
        dir="auto"
        maxLength={NOTE_MAX}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {body.trim() !== '' && (
        <Button type="submit" loading={state.busy}>
          {say('notes.add')}
        </Button>
      )}
    </form>
  );
}
