import { useDraggable } from '@dnd-kit/core';
import {
  IconAlertTriangle,
  IconCalendar,
  IconChecklist,
  IconCircleCheck,
  IconLifebuoy,
  IconMail,
  IconMessage,
  IconPaperclip,
  IconVideo,
} from '@tabler/icons-react';
import { Face, Tag } from '#kit/ui/bits.tsx';
import type { CardItem } from '../tasks-views.contract.ts';
import type { TaskSource } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { useDueWords } from './due-words.hook.ts';
import type { CardLifting } from './lifting.hook.ts';
import s from './task-board.module.css';
import { tasksText } from './tasks-text.hook.ts';

export const sourceIcons = {
  ticket: IconLifebuoy,
  mail: IconMail,
  meeting: IconVideo,
  recording: IconVideo,
} satisfies Record<TaskSource, typeof IconMail>;
const mostFaces = 3;

type FactProps = { icon: typeof IconMail; label: string; children: string | number; look?: string };
function Fact({ icon: Icon, label, children, look }: FactProps) {
  return (
    <span className={s.fact} data-look={look}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className="hidden">{label}</span>
      <bdi className="cut">{children}</bdi>
    </span>
  );
}

/** When it is due, steps, where it comes from, what hangs on it, and who does it. */
function CardFacts({ card }: { card: CardItem }) {
  const say = tasksText();
  const { view } = useBoard();
  const due = useDueWords()(card);
  const { steps, source, people, comments, files } = card;
  const names = people.flatMap((id) => view.people.find(({ userId }) => userId === id)?.name ?? []);
  if (due === null && steps.total + comments + files + names.length === 0 && source === null && card.doneAt === null) return null;
  return (
    <span className={s.facts}>
      {card.doneAt !== null && (
        <Fact icon={IconCircleCheck} label="">
          {say('card.done')}
        </Fact>
      )}
      {due !== null && (
        <Fact icon={due.look === 'over' ? IconAlertTriangle : IconCalendar} label={say('card.due')} look={due.look}>
          {due.text}
        </Fact>
      )}
      {steps.total > 0 && (
        <Fact icon={IconChecklist} label={say('card.steps')}>{`\u2066${steps.done}/${steps.total}\u2069`}</Fact>
      )}
      {source !== null && (
        <Fact icon={sourceIcons[source.kind]} label={say(`source.${source.kind}`)}>
          {source.name}
        </Fact>
      )}
      {comments > 0 && (
        <Fact icon={IconMessage} label={say('card.comments')}>
          {comments}
        </Fact>
      )}
      {files > 0 && (
        <Fact icon={IconPaperclip} label={say('card.files')}>
          {files}
        </Fact>
      )}
      {names.length > 0 && (
        <span className={s.faces}>
          <span className="hidden">{say('card.with', { names: names.join(', ') })}</span>
          {names.slice(0, mostFaces).map((name) => (
            <Face key={name} name={name} size={20} />
          ))}
        </span>
      )}
    </span>
  );
}

/** What a card says on the board: only what decides, no empty lines. */
export function CardWords({ card }: { card: CardItem }) {
  const { view } = useBoard();
  const labels = view.board.labels.filter(({ id }) => card.labels.includes(id));
  return (
    <>
      <span className={s.cardTitle} dir="auto">
        {card.title}
      </span>
      {labels.length > 0 && (
        <span className={s.labels}>
          {labels.map(({ id, name, hue }) => (
            <Tag key={id} hue={hue}>
              <bdi>{name}</bdi>
            </Tag>
          ))}
        </span>
      )}
      <CardFacts card={card} />
    </>
  );
}

type TaskCardProps = {
  card: CardItem;
  state: 'still' | 'lifted' | 'place' | 'open';
  onOpen: (id: string) => void;
  onKeyDown: CardLifting['onKeyDown'] | null;
};
/** A card that opens when pressed, and can be lifted by those who may move it. */
export function TaskCard({ card, state, onOpen, onKeyDown }: TaskCardProps) {
  const { listeners, attributes, setNodeRef } = useDraggable({ id: card.id, disabled: onKeyDown === null });
  return (
    <li ref={setNodeRef} className={s.card} data-card={card.id} data-state={state} data-done={card.doneAt !== null || undefined}>
      <button
        type="button"
        {...listeners}
        aria-describedby={onKeyDown === null ? undefined : attributes['aria-describedby']}
        onClick={() => onOpen(card.id)}
        onKeyDown={(event) => onKeyDown?.(event, card)}
        // Space lifts: it is no press
        onKeyUp={(event) => onKeyDown !== null && event.key === ' ' && event.preventDefault()}
      >
        <CardWords card={card} />
      </button>
    </li>
  );
}
