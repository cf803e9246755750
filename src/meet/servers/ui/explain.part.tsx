import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import type { PlacementExplained } from '../server-views.contract.ts';
import { PoolDialog } from './pool-dialog.part.tsx';
import { wordsOf } from './server-draft.hook.ts';
import type { ServerPool } from './server-figures.part.tsx';
import { serversApi } from './servers-data.hook.ts';
import { useServerName } from './blocks/server-name.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type ExplainedCandidate = PlacementExplained['candidates'][number];

function Row({ candidate, at, chosen }: { candidate: ExplainedCandidate; at: number; chosen: string | null }) {
  const say = serversText();
  const nameOf = useServerName();
  const { id, name, load, predicted, reserved, out } = candidate;
  const why = out.map((code) => say.maybe(`explain.out.${code}`) ?? say('explain.out.other', { code }));
  return (
    <li data-chosen={id === chosen || undefined} data-out={out.length > 0 || undefined}>
      <span className={s.place}>{out.length === 0 ? at + 1 : '–'}</span>
      <span className="grow">
        <bdi className="strong">{nameOf(name)}</bdi>
        <br />
        <span className="tiny">
          <DotLine>
            {out.length === 0 ? say('explain.load', { now: load, next: predicted }) : why}
            {reserved >= 1 && <span className="quiet">{say('explain.reserved', { count: Math.round(reserved) })}</span>}
          </DotLine>
        </span>
      </span>
      {id === chosen && <span className="small strong">{say('explain.chosen')}</span>}
    </li>
  );
}

function useExplain() {
  const say = serversText();
  const api = useApi(serversApi);
  const failureText = useFailureText(say);
  const [result, setResult] = useState<PlacementExplained | null>(null);
  const [trouble, setTrouble] = useState('');
  const ask = async (wish: { size: string; tags: string; pool: string; room: string }) => {
    setTrouble('');
    const size = Number(wish.size);
    const body = {
      ...(Number.isInteger(size) && size > 0 && { sizeHint: size }),
      ...(wordsOf(wish.tags).length > 0 && { tags: wordsOf(wish.tags) }),
      ...(wish.pool !== '' && { pool: wish.pool }),
      ...(wish.room.trim() !== '' && { roomId: wish.room.trim().split('/').at(-1) ?? '' }),
    };
    await api.servers.explain({ body }).then(setResult, (error: unknown) => {
      setResult(null);
      setTrouble(failureText(error));
    });
  };
  return { result, trouble, ask };
}

/** The ranking of the pool for a made-up meeting, with the reason of each server that is out. */
export function ExplainDialog({ pool, onClose }: { pool: ServerPool | undefined; onClose: () => void }) {
  const say = serversText();
  const { result, trouble, ask } = useExplain();
  const [wish, setWish] = useState({ size: '', tags: '', pool: '', room: '' });
  const field = (name: keyof typeof wish) => ({
    value: wish[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setWish((now) => ({ ...now, [name]: value }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(wish);
  };
  const pools = (pool?.pools ?? []).map((value) => ({ value, label: value }));
  return (
    <PoolDialog title={say('explain.title')} lead={say('explain.lead')} onClose={onClose}>
      <form className={s.asks} onSubmit={submit}>
        <TextInput label={say('explain.size')} inputMode="numeric" dir="ltr" {...field('size')} />
        <TextInput label={say('form.tags')} dir="ltr" {...field('tags')} />
        <NativeSelect
          label={say('explain.pool')}
          data={[{ value: '', label: say('explain.any') }, ...pools]}
          {...field('pool')}
        />
        <TextInput label={say('explain.room')} dir="ltr" {...field('room')} />
        <Button type="submit" variant="filled">
          {say('explain.ask')}
        </Button>
      </form>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <div aria-live="polite">
        {result !== null && (
          <p className="small">
            {say('explain.expected', { from: result.expectedFrom, count: result.expectedPeople })}{' '}
            {result.chosen === null && <b className="strong">{say('explain.nobody')}</b>}
          </p>
        )}
      </div>
      {result !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <ol className={s.order} tabIndex={0}>
          {result.candidates.map((candidate, at) => (
            <Row key={candidate.id} candidate={candidate} at={at} chosen={result.chosen} />
          ))}
        </ol>
      )}
    </PoolDialog>
  );
}
