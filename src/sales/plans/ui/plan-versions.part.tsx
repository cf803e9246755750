import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { PlanView } from '../plans.contract.ts';
import { termsChanges } from '../plans.rules.ts';
import type { VersionHeld } from './blocks/plan-slots.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

const CompareDialog = loadable(async () => (await import('./version-compare.part.tsx')).CompareDialog);
const MoveDialog = loadable(async () => (await import('./version-move.part.tsx')).MoveDialog);

type Open = { what: 'compare' | 'move'; version: number } | null;
type Props = { plan: PlanView; held: readonly VersionHeld[] | undefined };

/** Every version with what it changed and who holds it. */
export function PlanVersions({ plan, held }: Props) {
  const say = plansText();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="versions-title">
      <h2 id="versions-title" className={s.versionsTitle}>
        {say('form.versions')}
      </h2>
      <ul className={s.versions}>
        {plan.versions.map((one, at) => {
          const before = plan.versions[at + 1];
          const on = held?.find((some) => some.version === one.version);
          return (
            <li key={one.version}>
              <span>
                <b>{say('form.version', { n: one.version })}</b> <Time at={one.createdAt} look="day" />
              </span>
              {before !== undefined && (
                <button type="button" className={s.link} onClick={() => setOpen({ what: 'compare', version: one.version })}>
                  {say('form.changes', { count: termsChanges(before, one).length })}
                </button>
              )}
              {held !== undefined && <span className="quiet">{say('version.held', { count: on?.count ?? 0 })}</span>}
              {on?.move != null && (
                <span className="quiet">
                  {say('version.moves', { n: on.move.to })} <Time at={on.move.at} look="day" />
                </span>
              )}
              {on !== undefined && on.move === null && one.version < plan.version && (
                <Button size="xs" onClick={() => setOpen({ what: 'move', version: one.version })}>
                  {say('version.move', { n: one.version })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense>
        {open?.what === 'compare' && <CompareDialog plan={plan} version={open.version} onClose={close} />}
        {open?.what === 'move' && (
          <MoveDialog
            plan={plan}
            from={open.version}
            count={held?.find((one) => one.version === open.version)?.count ?? 0}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
