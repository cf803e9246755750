import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { EndpointCall } from '../../endpoint/endpoint.contract.ts';
import { useRefusalWords } from '../../endpoint/ui/blocks/refusal-words.hook.ts';
import { type PluginCheck, type SeenClient, wrongStep } from '../check.rules.ts';
import { type PluginProgram, type GuideProof, proofs } from '../guides.rules.ts';
import { NothingSeen } from './nothing-seen.part.tsx';
import { nameOf, pluginsText } from './plugins-text.hook.ts';
import s from './plugins.module.css';

/** A program that asks for the address itself calls no call by name. */
const callName = ({ call }: EndpointCall): string => (call === '' ? '/' : call);

const marks = { yes: IconCircleCheck, no: IconCircleDashed, bad: IconCircleX } as const;

type PanelProps = {
  program: PluginProgram;
  check: PluginCheck;
  seen: readonly SeenClient[];
  url: string;
  at: number;
  trouble: string;
};
/** What the calls of this program prove, and the first thing that is wrong with the step that mends it. `trouble`: of the last look. */
export function CheckPanel({ program, check, seen, url, at, trouble }: PanelProps) {
  const say = pluginsText();
  const time = useTimeText();
  const outcome = (proof: GuideProof): keyof typeof marks =>
    check.proven.includes(proof) ? 'yes' : proof === 'secret' && check.mend === 'values' ? 'bad' : 'no';
  return (
    <Panel
      title={say('check.title')}
      id="check"
      aside={at > 0 && <span className="tiny quiet">{say('check.at', { time: time(at, 'time') })}</span>}
    >
      <div aria-live="polite">
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <ul className={s.checks}>
          {proofs.map((proof) => {
            const Mark = marks[outcome(proof)];
            return (
              <li key={proof} data-outcome={outcome(proof)}>
                <Mark size={16} stroke={2} />
                <span>
                  {say(outcome(proof) === 'bad' ? 'check.secretBad' : `check.${proof}`)}
                  <span className="hidden">: {say(`check.${outcome(proof)}`)}</span>
                  <ProofDetail proof={proof} check={check} />
                </span>
              </li>
            );
          })}
        </ul>
        {check.state === 'refused' && <Refusal program={program} check={check} />}
        {check.state === 'none' && <NothingSeen name={nameOf(say, program)} program={program} seen={seen} url={url} />}
      </div>
    </Panel>
  );
}

function ProofDetail({ proof, check }: { proof: GuideProof; check: PluginCheck }) {
  const say = pluginsText();
  if (!check.proven.includes(proof) || check.last === null) return null;
  const { last } = check;
  const isolated = (text: string) => `\u2066${text}\u2069`;
  const detail: Record<GuideProof, string | null> = {
    reached: say('check.reachedBy', { call: isolated(callName(last)), address: isolated(last.address) }),
    secret: last.secret === null ? null : say('check.secretIs', { name: last.secret.name }),
    meeting: say('card.creates', { count: check.creates }),
    joined: say('card.joins', { count: check.joins }),
  };
  return detail[proof] === null ? null : <span className={s.detail}>{detail[proof]}</span>;
}

function toStep(number: number): void {
  const step = document.getElementById(`step-${number}`);
  step?.scrollIntoView({ block: 'center' });
  step?.focus({ preventScroll: true });
}

/** Why the last call was refused, and where that is mended. */
function Refusal({ program, check }: { program: PluginProgram; check: PluginCheck }) {
  const say = pluginsText();
  const words = useRefusalWords();
  if (check.last === null || check.mend === null) return null;
  const step = wrongStep(program.steps, check);
  return (
    <div className={s.refusal}>
      <IconAlertTriangle size={16} stroke={2} />
      <div className="grow">
        <p className="strong">{say(`check.mend.${check.mend}`)}</p>
        <p className="tiny soft">{words(check.last.reason ?? check.last.key)}</p>
        <p className={s.refusalActs}>
          {step !== null && (
            <Button size="xs" onClick={() => toStep(step + 1)}>
              {say('check.toStep', { number: step + 1 })}
            </Button>
          )}
          {check.mend === 'secret' && (
            <LinkButton to="/api-endpoint" size="xs">
              {say('check.endpoint')}
            </LinkButton>
          )}
        </p>
      </div>
    </div>
  );
}

export function LastCall({ last }: { last: EndpointCall }) {
  const say = pluginsText();
  const answer =
    last.outcome === 'answered'
      ? say('last.answered', { ms: last.tookMs })
      : say(`last.${last.outcome}`, { key: `\u2066${last.key ?? last.reason ?? ''}\u2069` });
  const rows: readonly (readonly ['call' | 'when' | 'from' | 'secret' | 'answer', ReactNode])[] = [
    ['call', <Ltr key="call">{callName(last)}</Ltr>],
    ['when', <Time key="when" at={last.at} look="full" />],
    ['from', <Ltr key="from">{last.address}</Ltr>],
    ['secret', last.secret === null ? say('last.noSecret') : <bdi key="secret">{last.secret.name}</bdi>],
    ['answer', answer],
  ];
  return (
    <Panel
      title={say('last.title')}
      id="last"
      aside={
        <Link to="/api-endpoint" className={`link small ${s.all}`}>
          {say('last.all')}
        </Link>
      }
    >
      <dl className={s.last}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{say(`last.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
