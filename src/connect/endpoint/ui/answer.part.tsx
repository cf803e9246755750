import { Button } from '@mantine/core';
import type { Result } from '#kit/contract.ts';
import { cssVars } from '#kit/ui/css-vars.ts';
import type { BuiltCall, endpointCalls } from '../endpoint.contract.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { answerLines, textIn } from './xml-shape.hook.ts';

export type RunResult = Result<typeof endpointCalls.run>;

const nextCalls = ['join', 'getMeetingInfo', 'end'] as const;
const isWeb = (text: string) => /^https?:\/\/\S+$/.test(text.trim());

type Props = {
  answer: RunResult | null;
  onNext: (call: BuiltCall['call'], meetingID: string) => void;
};
/** What came back: laid out, with its status, time and size, and what one may do next with the meeting. */
export function AnswerView({ answer, onNext }: Props) {
  const say = endpointText();
  const meeting = answer === null ? '' : textIn(answer.body, 'meetingID');
  const { status = 0, tookMs = 0, bytes = 0, body = '' } = answer ?? {};
  return (
    <div className={s.answer} aria-live="polite">
      <p className={s.answerHead}>
        <b>{say('builder.answer')}</b>
        {answer !== null && (
          <bdi className="tiny quiet num">{say('builder.figures', { status, ms: String(tookMs), bytes: String(bytes) })}</bdi>
        )}
      </p>
      {answer === null ? (
        <p className={`${s.code} small quiet`}>{say('builder.noAnswer')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className={s.code} dir="ltr" tabIndex={0} aria-label={say('builder.answer')} data-answer="">
          <pre>
            {answerLines(answer.contentType, body).map((line) => (
              <span key={line.id} className={s.line} style={cssVars({ '--depth': String(line.depth) })}>
                {line.pieces.map((piece, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
                  <span key={at} data-piece={piece.kind}>
                    {piece.text}
                  </span>
                ))}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      )}
      {answer !== null && bytes > new TextEncoder().encode(body).length && <p className="tiny quiet">{say('builder.cut')}</p>}
      {isWeb(body) && (
        <a className="link small" href={body.trim()} target="_blank" rel="noreferrer">
          {say('builder.open')}
        </a>
      )}
      {meeting !== '' && (
        <>
          <p className={s.label}>{say('builder.next')}</p>
          <p className={s.next}>
            {nextCalls.map((call) => (
              <Button key={call} size="xs" onClick={() => onNext(call, meeting)}>
                <bdi dir="ltr">{call}</bdi>
              </Button>
            ))}
          </p>
        </>
      )}
    </div>
  );
}
