import { Button, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CardDetail } from '../tasks-views.contract.ts';
import { taskLimits } from '../tasks.rules.ts';
import { type CardWords, useCardWords } from './card-words.hook.ts';
import { useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import { tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

function Conflict({ field }: { field: CardWords }) {
  const say = tasksText();
  if (field.trouble !== null) return <Banner hue="red">{field.trouble}</Banner>;
  if (field.state !== 'conflict') return null;
  return (
    <Banner hue="amber">
      {say('card.conflict')}
      <span className={s.settle}>
        <Button size="xs" onClick={() => field.settle('mine')}>
          {say('card.keepMine')}
        </Button>
        <Button size="xs" onClick={() => field.settle('theirs')}>
          {say('card.takeTheirs')}
        </Button>
      </span>
    </Banner>
  );
}

type CardTextProps = { detail: CardDetail; part: 'title' | 'text'; onState: (state: CardWords['state']) => void };
/** Title or text of a card; for those who may change it, a field that saves itself. */
export function CardText({ detail, part, onState }: CardTextProps) {
  const say = tasksText();
  const { view, act, show } = useBoard();
  const { tasks } = useApi(tasksApi);
  const { card, body } = detail;
  const field = useCardWords({
    value: part === 'title' ? card.title : body,
    revision: card.revision,
    save: async (words, revision) => {
      const clean = part === 'title' ? words.replaceAll(/\s+/g, ' ').trim() : words;
      const item = await tasks.changeCard({ params: { id: card.id }, body: { revision, [part]: clean } });
      show(item);
      await act(async () => null);
      return item.revision;
    },
  });
  useEffect(() => onState(field.state), [field.state, onState]);
  const title = part === 'title';
  if (!view.board.rights.edit)
    return title ? (
      <h2 className={s.title} dir="auto">
        {card.title}
      </h2>
    ) : (
      <p className={s.text} dir="auto">
        {body}
      </p>
    );
  return (
    <div className={s.field}>
      <Textarea
        className={title ? s.titleField : s.textField}
        aria-label={say(title ? 'card.title' : 'card.text')}
        placeholder={say(title ? 'card.title' : 'card.textHint')}
        dir="auto"
        rows={1}
        maxLength={title ? taskLimits.title : taskLimits.text}
        value={field.words}
        onChange={({ currentTarget }) => field.write(title ? currentTarget.value.replaceAll('\n', ' ') : currentTarget.value)}
        onBlur={() => field.words.trim() !== '' && field.flush()}
      />
      <Conflict field={field} />
    </div>
  );
}
