import { type Grant, leftOf, type Pool, type PoolKey, poolKeys } from '../vendors.rules.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './pool-bars.module.css';

/** Of what a pool holds, in per cent of the bar; nothing stands over its end. */
const part = (value: number, all: number): number => (all <= 0 ? 100 : Math.min(100, Math.max(0, (value / all) * 100)));

type PoolLineProps = { of: PoolKey; all: number | null; given: number; used: number; left: number | null };
function PoolLine({ of, all, given, used, left }: PoolLineProps) {
  const say = vendorsText();
  const label = say(`part.${of}`);
  return (
    <li className={s.line}>
      <span className={s.words}>
        <span className="strong">{label}</span>
        <span className={s.figures}>
          <span className="quiet">{say('own.used', { used, given })}</span>
          <span className="strong" data-hue={all !== null && part(given, all) >= 80 ? 'amber' : undefined}>
            {all === null ? say('own.free') : say('own.left', { left: left ?? 0, all })}
          </span>
        </span>
      </span>
      {all !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn the same in every browser
        <span
          className={s.bar}
          role="meter"
          aria-label={label}
          aria-valuenow={Math.min(given, all)}
          aria-valuemin={0}
          aria-valuemax={all}
        >
          {given > 0 && <span className={s.given} style={{ inlineSize: `${part(given, all)}%` }} />}
          {used > 0 && <span className={s.used} style={{ inlineSize: `${part(used, all)}%` }} />}
        </span>
      )}
    </li>
  );
}

type Props = { pool: Pool; given: Grant; used: Grant };
/** A pool, thing by thing: what customers use of it now, what they were given, and what is left to give. */
export function PoolBars({ pool, given, used }: Props) {
  const say = vendorsText();
  const left = leftOf(pool, given);
  return (
    <section className={s.pool} aria-labelledby="pool-bars">
      <div className={s.head}>
        <h2 id="pool-bars">{say('own.pool')}</h2>
        <p className={s.legend}>
          <span>
            <i data-of="used" />
            {say('own.legend.used')}
          </span>
          <span>
            <i data-of="given" />
            {say('own.legend.given')}
          </span>
          <span>
            <i />
            {say('own.legend.left')}
          </span>
        </p>
      </div>
      <ul className={s.lines}>
        {poolKeys.map((key) => (
          <PoolLine key={key} of={key} all={pool[key]} given={given[key]} used={used[key]} left={left[key]} />
        ))}
      </ul>
    </section>
  );
}
