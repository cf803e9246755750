import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { RoomConflictState } from './room-conflict.hook.ts';
import { changedOf, type DraftField, type RoomDraft } from './room-draft.hook.ts';
import { useDraftWord } from './room-words.hook.ts';
import { conflictText } from './conflict-text.hook.ts';
import s from './room-form.module.css';

type Props = { form: DraftForm<RoomDraft>; first: RoomDraft; conflict: RoomConflictState; labels: Record<DraftField, string> };

function Row({ form, first, conflict, labels, field }: Props & { field: DraftField }) {
  const say = conflictText();
  const word = useDraftWord();
  const theirs = conflict.theirs?.draft[field] ?? '';
  const mine = form.values[field];
  return (
    <li>
      <span className="grow">
        <span className="quiet tiny">{labels[field]}</span>
        <span className={s.three}>
          <span>
            <span className="quiet">{say('conflict.before')}</span> <s>{word(field, first[field])}</s>
          </span>
          <span>
            <span className="quiet">{say('conflict.theirs')}</span> <b>{word(field, theirs)}</b>
          </span>
          <span>
            <span className="quiet">{say('conflict.mine')}</span> <b>{word(field, mine)}</b>
          </span>
        </span>
      </span>
      {mine === theirs ? (
        <span className="small quiet">{say('conflict.same')}</span>
      ) : (
        <Button
          size="xs"
          onClick={() => form.set(field, theirs)}
          aria-label={say('conflict.takeField', { field: labels[field] })}
        >
          {say('conflict.take')}
        </Button>
      )}
    </li>
  );
}

/** Who changed the room meanwhile, when, and what: field by field theirs can be taken; saving keeps the rest as typed here. */
export function RoomConflict(props: Props) {
  const say = conflictText();
  const time = useTimeText();
  const { form, first, conflict, labels } = props;
  const { theirs } = conflict;
  if (theirs === null) return null;
  const changed = changedOf(first, theirs.draft);
  const both = changed.filter((field) => form.values[field] !== first[field]);
  const only = changed.filter((field) => form.values[field] === first[field]);
  const at = time(theirs.at, 'full');
  return (
    <section className={s.conflict} role="alert" aria-labelledby="conflict-title">
      <h2 id="conflict-title">
        <IconUsers size={18} stroke={1.75} />
        {theirs.by === null ? say('conflict.titleUnknown', { at }) : say('conflict.title', { by: theirs.by, at })}
      </h2>
      <p className="small soft">{both.length === 0 ? say('conflict.noOverlap') : say('conflict.overlap')}</p>
      {both.length > 0 && (
        <ul className={s.conflicts}>
          {both.map((field) => (
            <Row key={field} {...props} field={field} />
          ))}
        </ul>
      )}
      {only.length > 0 && (
        <p className="small quiet">{say('conflict.alsoTheirs', { fields: only.map((field) => labels[field]).join(', ') })}</p>
      )}
    </section>
  );
}
