import { Button, Checkbox } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { StatusShape } from '#kit/ui/status-shape.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { Choice, ChoiceThing } from '../overflow.contract.ts';
import { OverWords } from './blocks/over-banner.part.tsx';
import { overflowApi } from './blocks/overflow-data.hook.ts';
import { overflowText } from './overflow-text.hook.ts';
import s from './overflow.module.css';

type RowProps = { of: ChoiceThing; kind: Choice['key']; checked: boolean; onTick: () => void };
function Row({ of, kind, checked, onTick }: RowProps) {
  const say = overflowText();
  const when = useTimeText();
  const used = of.usedAt === null ? say('thing.unused') : say('thing.used', { when: when(of.usedAt, 'day') });
  return (
    <li>
      <Checkbox
        className={s.thing ?? ''}
        checked={checked}
        disabled={of.fixed}
        onChange={onTick}
        label={<bdi className="strong">{of.name}</bdi>}
        description={<Ltr>{of.detail}</Ltr>}
      />
      <span className={s.facts}>
        {of.rests && <StatusShape hue="grey" icon={IconPlayerPause} look="plain" word={say('thing.resting')} />}
        {of.fixed && <span className="quiet">{say('thing.owner')}</span>}
        {of.busy && <span className="quiet">{say('thing.busy')}</span>}
        {kind === 'rooms' && <span className="quiet">{used}</span>}
        <span className="quiet">{say('thing.added', { when: when(of.since, 'day') })}</span>
      </span>
    </li>
  );
}

/** Which stay is kept here until it is saved; the server counts again. */
export function ChoicePanel({ of }: { of: Choice }) {
  const say = overflowText();
  const when = useTimeText();
  const toast = useToast();
  const queries = useQueryClient();
  const { overflow } = useApi(overflowApi);
  const failureText = useFailureText(say);
  const figures = new Intl.NumberFormat(intlTag(useReader().locale));
  const first = of.things.filter((one) => one.stays).map((one) => one.id);
  const [ticked, setTicked] = useState<readonly string[]>(first);
  const [state, setState] = useState({ busy: 'no', failure: '' });
  const over = ticked.length > of.max && ticked.some((id) => of.things.some((one) => one.id === id && !one.fixed));
  const tick = (id: string) => setTicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const save = async () => {
    setState({ busy: 'busy', failure: '' });
    try {
      const fixed = new Set(of.things.filter((one) => one.fixed).map((one) => one.id));
      await overflow.choose({ body: { key: of.key, stay: ticked.filter((id) => !fixed.has(id)) } });
      toast({ text: say('choose.saved') });
      setState({ busy: 'no', failure: '' });
    } catch (error) {
      setState({ busy: 'no', failure: failureText(error) });
    }
    await queries.invalidateQueries({ queryKey: ['user'] });
  };
  const values = { count: figures.format(ticked.length), max: figures.format(of.max) };
  return (
    <Panel id={`over-${of.key}`} title={say(`kind.${of.key}`)}>
      <div className={s.lead}>
        <p>
          <OverWords of={of} />
        </p>
        <p className="quiet">{of.resting > 0 ? say('choose.restNow') : say('choose.rest', { day: when(of.restsAt, 'day') })}</p>
        {of.lift !== null && (
          <p className={s.lift}>
            <span>{say('choose.lift', { plan: of.lift })}</span>
            <LinkButton to="/my-subscriptions?change" size="xs">
              {say('choose.plan')}
            </LinkButton>
          </p>
        )}
      </div>
      <ul className={s.things}>
        {of.things.map((one) => (
          <Row key={one.id} of={one} kind={of.key} checked={one.fixed || ticked.includes(one.id)} onTick={() => tick(one.id)} />
        ))}
      </ul>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <div className={s.end}>
        <span className={s.count} role="status" data-over={over || undefined}>
          {say('choose.count', values)} {over && <b>{say('errors.too_many_chosen', values)}</b>}
        </span>
        <Button variant="filled" disabled={over} loading={state.busy === 'busy'} onClick={() => void save()}>
          {say('choose.save')}
        </Button>
      </div>
    </Panel>
  );
}
