import { Button } from '@mantine/core';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Passkey } from '#core/identity/safety.contract.ts';
import { usePasskeyTrouble } from '#core/identity/ui/blocks/passkey.hook.ts';
import { useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useChange } from './change.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const PasskeyDialog = loadable(async () => (await import('./passkey-dialog.part.tsx')).PasskeyDialog);

/** Several, each with a name; signing in without a password. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const say = settingsText();
  const safety = useSafety();
  const ask = useAsk();
  const trouble = usePasskeyTrouble();
  const { busy, failure, change, refresh, proof } = useChange();
  const [named, setNamed] = useState<Passkey | 'new' | null>(null);
  const remove = async ({ id, name }: Passkey) => {
    const yes = await ask({
      title: say('passkeys.askTitle', { name }),
      lead: say('passkeys.askLead'),
      verb: say('passkeys.askVerb'),
      safe: say('passkeys.askSafe'),
    });
    const what = say.rich('proof.passkeyRemove', { name, b: (words) => <b>{words}</b> });
    if (yes) await change(id, what, () => safety.removePasskey({ params: { id } }));
  };
  const impossible = trouble === 'insecure' || trouble === 'unsupported';
  return (
    <Panel
      flush="flush"
      id="passkeys"
      title={say('passkeys.title')}
      aside={
        <Button
          size="xs"
          variant="subtle"
          disabled={impossible}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setNamed('new')}
        >
          {say('passkeys.add')}
        </Button>
      }
    >
      {failure !== '' && (
        <div className={s.banner}>
          <Banner hue="red">{failure}</Banner>
        </div>
      )}
      <ul className={s.rows}>
        {passkeys.map((one) => (
          <Row
            key={one.id}
            passkey={one}
            busy={busy === one.id}
            onRename={() => setNamed(one)}
            onRemove={() => void remove(one)}
          />
        ))}
      </ul>
      <p className={`tiny quiet ${passkeys.length > 0 ? s.foot : s.lately}`}>
        {say(impossible ? `passkeys.${trouble}` : passkeys.length > 0 ? 'passkeys.foot' : 'passkeys.none')}
      </p>
      {proof}
      <Suspense>
        {named !== null && (
          <PasskeyDialog
            passkey={named === 'new' ? null : named}
            onClose={() => setNamed(null)}
            onDone={() => {
              setNamed(null);
              void refresh();
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

type RowProps = { passkey: Passkey; busy: boolean; onRename: () => void; onRemove: () => void };
function Row({ passkey, busy, onRename, onRemove }: RowProps) {
  const say = settingsText();
  const when = useTimeText();
  const { name, createdAt, lastUsedAt, synced } = passkey;
  return (
    <li>
      <IconFingerprint size={18} stroke={1.75} />
      <span className="grow">
        <span className={`small strong ${s.line}`}>
          <bdi>{name}</bdi>
        </span>
        <span className={`tiny quiet ${s.line}`}>
          {say(synced ? 'passkeys.synced' : 'passkeys.since', { when: when(createdAt, 'day') })}
        </span>
      </span>
      <span className={s.tail}>
        <span className={`small quiet ${s.used}`}>
          {lastUsedAt === null ? say('passkeys.never') : say('passkeys.used', { when: when(lastUsedAt) })}
        </span>
        <Button size="xs" variant="subtle" aria-label={say('passkeys.renameNamed', { name })} onClick={onRename}>
          {say('passkeys.rename')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          className={s.danger ?? ''}
          aria-label={say('passkeys.removeNamed', { name })}
          loading={busy}
          onClick={onRemove}
        >
          {say('passkeys.remove')}
        </Button>
      </span>
    </li>
  );
}
