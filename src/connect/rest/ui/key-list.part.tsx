import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KeyItem } from '#core/iam/keys.contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Status } from '#kit/ui/status.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import { keysApi, useKeysRefresh } from './rest-data.hook.ts';
import { restText } from './rest-text.hook.ts';
import s from './rest.module.css';

const shapes = { active: 'active', expired: 'ended', revoked: 'ended', asleep: 'suspended' } as const;

/** Keys with what each may and when it was used last, and a way to end each. `error`: why they could not be asked for. */
export function KeyList({ items, error }: { items: readonly KeyItem[]; error: Error | null }) {
  const say = restText();
  const api = useApi(keysApi);
  const ask = useAsk();
  const failureText = useFailureText(say);
  const refresh = useKeysRefresh();
  const [trouble, setTrouble] = useState('');
  const end = async ({ id, name, prefix }: KeyItem) => {
    const yes = await ask({
      title: say('keys.askTitle', { name }),
      lead: say('keys.askLead', { prefix: `\u2066${prefix}…\u2069` }),
      verb: say('keys.end'),
      safe: say('keys.keep'),
    });
    if (!yes) return;
    setTrouble('');
    await api.keys.revoke({ params: { id } }).catch((caught: unknown) => setTrouble(failureText(caught)));
    await refresh();
  };
  const words = trouble !== '' ? trouble : error === null ? '' : failureText(error);
  return (
    <>
      {words !== '' && (
        <div className={s.banner}>
          <Banner hue="red">{words}</Banner>
        </div>
      )}
      <ul className={s.keys}>
        {items.map((one) => (
          <KeyRow key={one.id} item={one} onEnd={() => void end(one)} />
        ))}
      </ul>
    </>
  );
}

function KeyRow({ item, onEnd }: { item: KeyItem; onEnd: () => void }) {
  const say = restText();
  const time = useTimeText();
  const { name, prefix, scopes, ranges, state, owner, madeBy, expiresAt, lastUsedAt, lastAddress } = item;
  const facts = [
    say(owner === 'account' ? 'keys.ofAccount' : 'keys.ofPerson', { name: `\u2068${madeBy.name}\u2069` }),
    ...(ranges.length === 0 ? [] : [say('keys.from', { ranges: `\u2066${ranges.join(', ')}\u2069` })]),
    ...(expiresAt === null ? [] : [say('keys.until', { when: time(expiresAt, 'day') })]),
  ];
  return (
    <li data-key={item.id}>
      <span className={s.grow}>
        <span className={s.name}>
          <bdi className="strong">{name}</bdi>
          <Ltr mono="mono" className="tiny quiet">{`${prefix}…`}</Ltr>
          {state !== 'active' && <Status of={shapes[state]}>{say(`keys.state.${state}`)}</Status>}
        </span>
        <span className={s.scopes}>
          {scopes.map((scope) => (
            <bdi key={scope} dir="ltr" className="mono tiny">
              {scope}
            </bdi>
          ))}
        </span>
        <span className="tiny quiet">
          <DotLine>{facts}</DotLine>
        </span>
      </span>
      <span className={s.used}>
        <span className="tiny quiet">
          {lastUsedAt === null ? (
            say('keys.never')
          ) : (
            <>
              {say('keys.used')} <Time at={lastUsedAt} /> {lastAddress !== null && <Ltr>{lastAddress}</Ltr>}
            </>
          )}
        </span>
        {state !== 'revoked' && (
          <Button size="xs" variant="subtle" data-danger aria-label={say('keys.endNamed', { name })} onClick={onEnd}>
            {say('keys.end')}
          </Button>
        )}
      </span>
    </li>
  );
}
