import { Button, NativeSelect } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, Tag } from '#kit/ui/bits.tsx';
import { DateField, TimeField } from '#kit/ui/date-field/date-field.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CardDetail } from '../tasks-views.contract.ts';
import { cardReminders } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import type { ChangeCard } from './card-drawer.part.tsx';
import { useDueWords } from './due-words.hook.ts';
import { sourceIcons } from './task-card.part.tsx';
import { tasksText } from './tasks-text.hook.ts';

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

type FieldProps = { detail: CardDetail; change: ChangeCard };
type ChoiceProps = { id: string; chosen: readonly string[]; onChoose: (ids: string[]) => void; children: ReactNode };
function ChoiceItem({ id, chosen, onChoose, children }: ChoiceProps) {
  const on = chosen.includes(id);
  return (
    <MenuItem
      role="menuitemcheckbox"
      aria-checked={on}
      closeMenuOnClick={false}
      rightSection={on ? <IconCheck size={14} stroke={2} /> : null}
      onClick={() => onChoose(toggled(chosen, id))}
    >
      {children}
    </MenuItem>
  );
}

function AddMenu({ label, children }: { label: string; children: () => ReactNode }) {
  return (
    <LazyMenu
      position="bottom-start"
      button={(props) => (
        <IconButton size={28} className={s.plus ?? ''} aria-label={label} {...props}>
          <IconPlus size={14} stroke={1.75} />
        </IconButton>
      )}
    >
      {children}
    </LazyMenu>
  );
}

/** Of a board for its members alone the members are offered, of one for everybody the people of the account. */
function PeopleChoice({ detail, change }: FieldProps) {
  const say = tasksText();
  const { view } = useBoard();
  const [shown, setShown] = useState<'button' | 'field'>('button');
  const ids = detail.card.people;
  if (view.board.share === 'members')
    return (
      <AddMenu label={say('card.choosePeople')}>
        {() =>
          view.people
            .filter(({ role }) => role !== null)
            .map(({ userId, name }) => (
              <ChoiceItem key={userId} id={userId} chosen={ids} onChoose={(people) => change({ people })}>
                <bdi>{name}</bdi>
              </ChoiceItem>
            ))
        }
      </AddMenu>
    );
  if (shown === 'button')
    return (
      <IconButton size={28} className={s.plus ?? ''} aria-label={say('card.choosePeople')} onClick={() => setShown('field')}>
        <IconPlus size={14} stroke={1.75} />
      </IconButton>
    );
  return (
    <PeoplePicker
      purpose="tasks"
      label={say('card.choosePeople')}
      without={ids}
      most={1}
      onChange={([person]) => person?.id != null && change({ people: [...ids, person.id] })}
    />
  );
}

/** Who does it. */
function People({ detail, change }: FieldProps) {
  const say = tasksText();
  const { user } = useAuth();
  const { view } = useBoard();
  const ids = detail.card.people;
  const names = ids.flatMap((id) => view.people.find(({ userId }) => userId === id) ?? []);
  const { edit } = view.board.rights;
  return (
    <>
      <dt>{say('card.people')}</dt>
      <dd>
        {names.map(({ userId, name }) => (
          <span key={userId} className={s.person}>
            <Face name={name} size={20} />
            <bdi>{userId === user?.id ? say('card.you') : name}</bdi>
            {edit && view.board.share === 'account' && (
              <IconButton
                size={28}
                aria-label={say('members.remove', { name })}
                onClick={() => change({ people: ids.filter((id) => id !== userId) })}
              >
                <IconX size={14} stroke={2} />
              </IconButton>
            )}
          </span>
        ))}
        {edit && <PeopleChoice {...{ detail, change }} />}
        {names.length === 0 && !edit && <span className="quiet">{say('card.nobody')}</span>}
      </dd>
    </>
  );
}

function DueForm({ detail, change, onClose }: FieldProps & { onClose: () => void }) {
  const say = tasksText();
  const { zone, now } = useReader();
  const { due } = detail.card;
  const [on, setOn] = useState(due?.on ?? localOf(now, zone).slice(0, 10));
  const [time, setTime] = useState(due?.at == null ? '' : localOf(due.at, zone).slice(11));
  const [remind, setRemind] = useState(detail.remind);
  const save = () => {
    change({ due: { on, at: time === '' ? null : msOf(`${on}T${time}`, zone) }, remind });
    onClose();
  };
  return (
    <form
      className={s.dueForm}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DateField label={say('due.day')} required withAsterisk={false} value={on} onChange={setOn} />
      <TimeField label={say('due.time')} value={time} onChange={setTime} />
      <NativeSelect
        label={say('due.remind')}
        value={remind}
        onChange={({ currentTarget }) => setRemind(cardReminders.find((one) => one === currentTarget.value) ?? 'none')}
        data={cardReminders.map((value) => ({ value, label: say(`due.reminders.${value}`) }))}
      />
      <div className="row">
        <Button type="submit" variant="filled">
          {say('dialog.save')}
        </Button>
        {due !== null && (
          <Button
            variant="subtle"
            onClick={() => {
              change({ due: null });
              onClose();
            }}
          >
            {say('due.remove')}
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {say('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Due({ detail, change }: FieldProps) {
  const say = tasksText();
  const { edit } = useBoard().view.board.rights;
  const words = useDueWords()(detail.card);
  const [shown, setShown] = useState<'form' | 'words'>('words');
  const text = (
    <DotLine>
      {words === null ? say('due.none') : words.text}
      {words !== null && detail.remind !== 'none' && say(`due.reminders.${detail.remind}`)}
    </DotLine>
  );
  return (
    <>
      <dt>{say('card.due')}</dt>
      <dd data-look={words?.look}>
        {shown === 'form' && <DueForm {...{ detail, change }} onClose={() => setShown('words')} />}
        {shown === 'words' && !edit && text}
        {shown === 'words' && edit && (
          <button type="button" className={s.value} onClick={() => setShown('form')}>
            {text}
          </button>
        )}
      </dd>
    </>
  );
}

function Labels({ detail, change }: FieldProps) {
  const say = tasksText();
  const { board } = useBoard().view;
  const chosen = detail.card.labels;
  if (board.labels.length === 0) return null;
  return (
    <>
      <dt>{say('card.labels')}</dt>
      <dd>
        {board.labels
          .filter(({ id }) => chosen.includes(id))
          .map(({ id, name, hue }) => (
            <Tag key={id} hue={hue}>
              <bdi>{name}</bdi>
            </Tag>
          ))}
        {board.rights.edit && (
          <AddMenu label={say('card.chooseLabels')}>
            {() =>
              board.labels.map(({ id, name }) => (
                <ChoiceItem key={id} id={id} chosen={chosen} onChoose={(labels) => change({ labels })}>
                  <bdi>{name}</bdi>
                </ChoiceItem>
              ))
            }
          </AddMenu>
        )}
      </dd>
    </>
  );
}

const clock = (second: number): string => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
/** What the card was made from. */
function Source({ source }: Pick<CardDetail, 'source'>) {
  const say = tasksText();
  if (source === null) return null;
  const Icon = sourceIcons[source.kind];
  // a name in letters of its own direction
  const own = `\u2068${source.name}\u2069`;
  const name = source.second === null ? own : say('source.at', { name: own, time: clock(source.second) });
  return (
    <>
      <dt>{say('card.source')}</dt>
      <dd>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        <span className="hidden">{say(`source.${source.kind}`)}</span>
        {source.path === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link className="link" to={source.path}>
            {name}
          </Link>
        )}
      </dd>
    </>
  );
}

/** What a card is about, in short. */
export function CardFields({ detail, change }: FieldProps) {
  return (
    <dl className={s.facts}>
      <People {...{ detail, change }} />
      <Due {...{ detail, change }} />
      <Labels {...{ detail, change }} />
      <Source source={detail.source} />
    </dl>
  );
}
