import { Button } from '@mantine/core';
import { IconDeviceMobileCode, IconLifebuoy, IconPassword } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { SecurityView } from '#core/identity/safety.contract.ts';
import { useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useChange } from './change.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const TotpDialog = loadable(async () => (await import('./totp-dialog.part.tsx')).TotpDialog);
const CodesDialog = loadable(async () => (await import('./recovery-codes.part.tsx')).CodesDialog);

const few = 3;

/** Password, app and recovery codes. */
export function SigningIn({ security }: { security: SecurityView }) {
  const say = settingsText();
  const when = useTimeText();
  const safety = useSafety();
  const ask = useAsk();
  const { busy, failure, change, refresh, proof } = useChange();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { password, totp, recovery } = security;
  const begin = async () => setSetup(await change('begin', say('proof.totp'), () => safety.totpBegin()));
  const remove = async () => {
    const yes = await ask({
      title: say('totp.askTitle'),
      lead: say('totp.askLead'),
      verb: say('totp.askVerb'),
      safe: say('totp.askSafe'),
    });
    if (yes) await change('remove', say('proof.totpRemove'), () => safety.totpRemove());
  };
  const renew = async () => {
    const made = await change('renew', say('proof.recovery'), () => safety.recoveryRenew());
    if (made !== null) setCodes(made.recoveryCodes);
  };
  return (
    <Panel flush="flush" id="signing-in" title={say('signingIn.title')}>
      {failure !== '' && (
        <div className={s.banner}>
          <Banner hue="red">{failure}</Banner>
        </div>
      )}
      <ul className={s.rows}>
        <li>
          <IconPassword size={18} stroke={1.75} />
          <span className="grow">
            <span className={`small strong ${s.line}`}>{say('password.title')}</span>
            <span className={`tiny quiet ${s.line}`}>
              {password.changedAt === null
                ? say('password.never')
                : say('password.changed', { when: when(password.changedAt, 'day') })}
            </span>
          </span>
          <span className={s.tail}>
            <LinkButton to="/users/profile/change-password" size="xs" variant="subtle">
              {say('password.change')}
            </LinkButton>
          </span>
        </li>
        <li>
          <IconDeviceMobileCode size={18} stroke={1.75} />
          <span className="grow">
            <span className={`small strong ${s.line}`}>{say('totp.title')}</span>
            <span className={`tiny quiet ${s.line}`}>
              {totp === null
                ? say('totp.off')
                : totp.lastUsedAt === null
                  ? say('totp.since', { when: when(totp.since, 'day') })
                  : say('totp.used', { when: when(totp.since, 'day'), last: when(totp.lastUsedAt) })}
            </span>
          </span>
          <span className={s.tail}>
            {totp !== null && (
              <Button
                size="xs"
                variant="subtle"
                className={s.danger ?? ''}
                loading={busy === 'remove'}
                onClick={() => void remove()}
              >
                {say('totp.remove')}
              </Button>
            )}
            <Button
              size="xs"
              variant={totp === null ? 'default' : 'subtle'}
              loading={busy === 'begin'}
              onClick={() => void begin()}
            >
              {say(totp === null ? 'totp.setUp' : 'totp.replace')}
            </Button>
          </span>
        </li>
        {recovery !== null && (
          <li>
            <IconLifebuoy size={18} stroke={1.75} />
            <span className="grow">
              <span className={`small strong ${s.line}`}>{say('recovery.title')}</span>
              <span className={`tiny ${recovery.left <= few ? s.few : 'quiet'} ${s.line}`}>
                {say(recovery.left <= few ? 'recovery.few' : 'recovery.left', { left: recovery.left })}
              </span>
            </span>
            <span className={s.tail}>
              <Button
                size="xs"
                variant={recovery.left <= few ? 'default' : 'subtle'}
                loading={busy === 'renew'}
                onClick={() => void renew()}
              >
                {say('recovery.renew')}
              </Button>
            </span>
          </li>
        )}
      </ul>
      <p className={`tiny quiet ${s.foot}`}>{say('signingIn.foot')}</p>
      {proof}
      <Suspense>
        {setup !== null && (
          <TotpDialog
            setup={setup}
            onClose={() => setSetup(null)}
            onDone={(made) => {
              setSetup(null);
              setCodes(made);
              void refresh();
            }}
          />
        )}
        {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
    </Panel>
  );
}
