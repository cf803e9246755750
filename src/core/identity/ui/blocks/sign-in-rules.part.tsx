import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { POLICY_LIMITS, signInWays } from '#core/accounts/policy.rules.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { PolicyView } from '../../policy.contract.ts';
import { identityText } from '../identity-text.hook.ts';
import { useProof } from './proof.part.tsx';
import s from './sign-in-rules.module.css';
import { rulesQuery, useRules } from './social-api.hook.ts';

const idleChoices = [15, 30, 60, 240, 480, 1440, 10_080];
const hourChoices = [8, 12, 24, 168, 720];
const day = 1440;

/** A span in the largest unit that it fills. */
function useSpan(): (minutes: number) => string {
  const { locale } = useReader();
  return (minutes) => {
    const [unit, size] = minutes % day === 0 ? ['day', day] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
    const style = { style: 'unit', unit: String(unit), unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(intlTag(locale), style).format(minutes / Number(size));
  };
}

/** What the account asks of everybody who signs in to it; for people who may edit it. */
export function SignInRules() {
  const { data } = useQuery(rulesQuery(useRules()));
  return data === undefined ? null : <Rules key={data.version} rules={data} />;
}

type SpanProps = { value: number | null; choices: readonly number[]; size: number };
const optionsOf = ({ value, choices, size }: SpanProps, words: { span: (minutes: number) => string; never: string }) => [
  { value: '', label: words.never },
  ...[...new Set(value === null ? choices : [...choices, value])]
    .sort((a, b) => a - b)
    .map((one) => ({ value: String(one), label: words.span(one * size) })),
];
const numberOr = (text: string) => (text === '' ? null : Number(text));

function useRulesForm(rules: PolicyView) {
  const say = identityText();
  const api = useRules();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const { run, dialog } = useProof();
  const { people: _people, withoutFactor: _without, secondFactorFrom, ...kept } = rules;
  const [wish, setWish] = useState({ ...kept, secondFactor: secondFactorFrom !== null });
  const [state, setState] = useState<{ at: 'rest' | 'busy' | 'saved'; failure: string }>({ at: 'rest', failure: '' });
  const change = (part: Partial<typeof wish>) => {
    setWish({ ...wish, ...part });
    setState({ at: 'rest', failure: '' });
  };
  const save = async () => {
    setState({ at: 'busy', failure: '' });
    try {
      const done = await run(say('rules.proof'), () => api.save({ body: wish }));
      setState({ at: done === null ? 'rest' : 'saved', failure: '' });
      if (done === null) return;
      setWish({ ...wish, version: done.version });
      // under the version that is shown, so that the form is not mounted again while somebody edits it
      queries.setQueryData(rulesQuery(api).queryKey, { ...done, version: rules.version });
    } catch (error) {
      setState({ at: 'rest', failure: failureText(error) });
    }
  };
  return { ...state, wish, change, save, dialog };
}

function Rules({ rules }: { rules: PolicyView }) {
  const say = identityText();
  const span = useSpan();
  const { user } = useAuth();
  const { at, failure, wish, change, save, dialog } = useRulesForm(rules);
  const words = { span, never: say('rules.never') };
  return (
    <Panel id="rules" title={say('rules.title')}>
      <p className="small soft">{say('rules.lead', { account: user?.account?.name ?? '' })}</p>
      <form
        method="post"
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure !== '' && <Banner hue="red">{failure}</Banner>}
        <Factor rules={rules} wish={wish} change={change} />
        <TextInput
          label={say('rules.password')}
          type="number"
          min={POLICY_LIMITS.passwordMin.low}
          max={POLICY_LIMITS.passwordMin.high}
          required
          value={String(wish.passwordMin)}
          onChange={(event) => change({ passwordMin: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={say('rules.idle')}
          value={String(wish.idleMinutes ?? '')}
          data={optionsOf({ value: wish.idleMinutes, choices: idleChoices, size: 1 }, words)}
          onChange={(event) => change({ idleMinutes: numberOr(event.currentTarget.value) })}
        />
        <NativeSelect
          label={say('rules.long')}
          value={String(wish.sessionHours ?? '')}
          data={optionsOf({ value: wish.sessionHours, choices: hourChoices, size: 60 }, words)}
          onChange={(event) => change({ sessionHours: numberOr(event.currentTarget.value) })}
        />
        <Ways wish={wish} change={change} />
        <div className={`${s.wide} ${s.acts}`}>
          <span className="small" role="status">
            {at === 'saved' && say('rules.saved')}
          </span>
          <Button type="submit" variant="filled" loading={at === 'busy'} disabled={wish.ways.length === 0}>
            {say('rules.save')}
          </Button>
        </div>
      </form>
      {dialog}
    </Panel>
  );
}

type PartProps = Pick<ReturnType<typeof useRulesForm>, 'wish' | 'change'>;
function Factor({ rules, wish, change }: PartProps & { rules: PolicyView }) {
  const say = identityText();
  const when = useTimeText();
  const { secondFactorFrom, withoutFactor: count } = rules;
  const left = count === null ? say('rules.factorMany') : say('rules.factorHint', { count });
  return (
    <>
      <div className={s.wide}>
        <Switch
          label={say('rules.factor')}
          description={
            secondFactorFrom === null ? left : say('rules.factorFrom', { when: when(secondFactorFrom, 'full'), rest: left })
          }
          checked={wish.secondFactor}
          onChange={(event) => change({ secondFactor: event.currentTarget.checked })}
        />
      </div>
      {wish.secondFactor && (
        <TextInput
          label={say('rules.grace')}
          type="number"
          min={POLICY_LIMITS.graceDays.low}
          max={POLICY_LIMITS.graceDays.high}
          required
          value={String(wish.graceDays)}
          onChange={(event) => change({ graceDays: Number(event.currentTarget.value) })}
        />
      )}
    </>
  );
}

function Ways({ wish, change }: PartProps) {
  const say = identityText();
  return (
    <Checkbox.Group
      className={s.wide ?? ''}
      label={say('rules.ways')}
      value={wish.ways}
      onChange={(given) => change({ ways: signInWays.filter((way) => given.includes(way)) })}
    >
      <div className={s.ways}>
        {signInWays.map((way) => (
          <Checkbox key={way} value={way} label={<span className="small">{say(`rules.way.${way}`)}</span>} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
