import { SegmentedControl } from '@mantine/core';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { StatementView } from '../statement-file.contract.ts';
import { bankText } from './bank-text.hook.ts';
import { ibanText } from './bank-words.hook.ts';
import s from './bank.module.css';

/** What is in the file and is no money. */
function LeftOut({ left }: { left: NonNullable<StatementView['leftOut']> }) {
  const say = bankText();
  return (
    <>
      {left.pending > 0 && <span className="small soft">{say('upload.pending', { lines: left.pending })}</span>}
      {left.cancelled > 0 && <span className="small soft">{say('upload.cancelled', { lines: left.cancelled })}</span>}
      {left.other > 0 && <span className="small soft">{say('upload.other', { lines: left.other })}</span>}
    </>
  );
}

/** What a file would bring. */
export function StatementPreview({ statements }: { statements: readonly StatementView[] }) {
  const say = bankText();
  const dayText = useDayText();
  const amountText = useMoney();
  return (
    <ul className={s.seen}>
      {statements.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: statements of a file have no other name than their place
        <li key={at}>
          <span className="strong">
            {one.from !== null && one.to !== null
              ? say('upload.span', { from: dayText(one.from), to: dayText(one.to) })
              : say('upload.undated')}
          </span>
          <span className="small soft">
            {one.account !== null && <Ltr>{ibanText(one.account)} </Ltr>}
            <bdi>{[one.format, one.currency].filter((text) => text !== null).join(' · ')}</bdi>
          </span>
          <span className="small">{say('upload.lines', { lines: one.lines, added: one.added })}</span>
          {one.closing !== null && one.currency !== null && (
            <span className="small soft">{say('upload.closing', { amount: amountText(one.closing, one.currency) })}</span>
          )}
          {one.leftOut !== null && <LeftOut left={one.leftOut} />}
        </li>
      ))}
    </ul>
  );
}

export type StateAnswers = Record<string, 'booked' | 'pending'>;
type StatesProps = { statements: readonly StatementView[]; answers: StateAnswers; onAnswer: (answers: StateAnswers) => void };
/** Words of the bank for the state of lines that are not known: nothing of them is taken before somebody says what they mean. */
export function AskStates({ statements, answers, onAnswer }: StatesProps) {
  const say = bankText();
  const lines = new Map<string, number>();
  for (const { leftOut } of statements)
    for (const one of leftOut?.unclear ?? []) lines.set(one.word, (lines.get(one.word) ?? 0) + one.lines);
  if (lines.size === 0) return null;
  return (
    <div className={s.columns}>
      <Banner hue="amber">{say('upload.statesLead')}</Banner>
      {[...lines].map(([word, count]) => (
        <div key={word} className={s.state}>
          <span className="small grow">
            <bdi className="strong">{word === '' ? say('upload.noState') : word}</bdi>{' '}
            <span className="soft">{say('upload.stateLines', { lines: count })}</span>
          </span>
          <SegmentedControl
            size="md"
            aria-label={word === '' ? say('upload.noState') : word}
            data={[
              { value: 'booked', label: say('upload.stateBooked') },
              { value: 'pending', label: say('upload.statePending') },
            ]}
            value={answers[word] ?? ''}
            onChange={(value) => onAnswer({ ...answers, [word]: value === 'booked' ? 'booked' : 'pending' })}
          />
        </div>
      ))}
    </div>
  );
}
