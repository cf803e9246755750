import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { IdentityView } from '../../social.contract.ts';
import { identityText } from '../identity-text.hook.ts';
import s from '../profile.module.css';
import { useProof } from './proof.part.tsx';
import { ProviderMark } from './provider-mark.part.tsx';
import { identitiesQuery, providersQuery, useSocial } from './social-api.hook.ts';

type LinkedLine = { key: string; name: string; tied: IdentityView | null };
/** The providers that open this person's account, and those that could. Nothing where there are none. */
export function Linked() {
  const say = identityText();
  const social = useSocial();
  const ask = useAsk();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const { run, dialog } = useProof();
  const [state, setState] = useState({ busy: '', failure: '' });
  const { data: mine } = useQuery(identitiesQuery(social));
  const { data: all } = useQuery(providersQuery(social));
  const ties = mine?.items ?? [];
  const lines: LinkedLine[] = [
    ...ties.map((tied) => ({ key: tied.provider, name: tied.name, tied })),
    ...(all?.items ?? []).filter(({ key }) => !ties.some((tied) => tied.provider === key)).map((one) => ({ ...one, tied: null })),
  ];
  if (mine === undefined || lines.length === 0) return null;
  const change = async (busy: string, work: () => Promise<unknown>) => {
    setState({ busy, failure: '' });
    const failure = await work().then(
      () => '',
      (error: unknown) => failureText(error),
    );
    setState({ busy: '', failure });
  };
  const link = ({ key, name }: LinkedLine) =>
    change(key, async () => {
      const away = await run(say('linked.proofLink', { provider: name }), () => social.link({ params: { provider: key } }));
      if (away !== null) window.location.assign(away.url);
    });
  const unlink = async (tied: IdentityView) => {
    const provider = tied.name;
    const yes = await ask({
      title: say('linked.askTitle', { provider }),
      lead: say('linked.askLead'),
      verb: say('linked.unlink'),
      safe: say('linked.askSafe'),
    });
    if (!yes) return;
    await change(tied.id, async () => {
      await run(say('linked.proofUnlink', { provider }), () => social.unlink({ params: { id: tied.id } }));
      await queries.invalidateQueries({ queryKey: ['user'] });
    });
  };
  return (
    <Panel flush="flush" id="linked" title={say('linked.title')}>
      {state.failure !== '' && (
        <div className={s.note}>
          <Banner hue="red">{state.failure}</Banner>
        </div>
      )}
      <ul className={s.rows}>
        {lines.map((line) => (
          <Row key={line.tied?.id ?? line.key} line={line} busy={state.busy} onLink={link} onUnlink={unlink} />
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}

type RowProps = {
  line: LinkedLine;
  busy: string;
  onLink: (line: LinkedLine) => Promise<void>;
  onUnlink: (tied: IdentityView) => Promise<void>;
};
function Row({ line, busy, onLink, onUnlink }: RowProps) {
  const say = identityText();
  const when = useTimeText();
  const { key, name, tied } = line;
  return (
    <li>
      <ProviderMark provider={key} />
      <span className="grow">
        <span className={`small strong ${s.line}`}>{name}</span>
        <span className={`tiny quiet ${s.line}`}>
          <DotLine>
            {tied === null ? say('linked.none') : say('linked.since', { when: when(tied.createdAt, 'day') })}
            {tied !== null && tied.email !== null && <Ltr>{tied.email}</Ltr>}
          </DotLine>
        </span>
      </span>
      <span className={s.tail}>
        {tied === null ? (
          <Button
            size="xs"
            aria-label={say('linked.linkNamed', { provider: name })}
            loading={busy === key}
            onClick={() => void onLink(line)}
          >
            {say('linked.link')}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            className={s.danger ?? ''}
            aria-label={say('linked.unlinkNamed', { provider: name })}
            loading={busy === tied.id}
            onClick={() => void onUnlink(tied)}
          >
            {say('linked.unlink')}
          </Button>
        )}
      </span>
    </li>
  );
}
