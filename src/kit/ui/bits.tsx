import type { ReactNode } from 'react';
import s from './bits.module.css';
import { cssVars } from './css-vars.ts';
import { KeyCap } from './light-parts.tsx';
import { kitText } from './text/kit-text.ts';

/** A number, code, e-mail or link: left-to-right and isolated, whatever the language around it. */
export function Ltr({ children, mono, className }: { children: ReactNode; mono?: 'mono'; className?: string }) {
  return (
    <bdi dir="ltr" className={`${mono ?? ''} ${className ?? ''}`}>
      {children}
    </bdi>
  );
}

/** The sum as text, for a parameter of a sentence. `cents` is in the currency's smallest unit. */
export function moneyText({ cents, currency, tag }: { cents: number; currency: string; tag: string }): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const text = format.format(Math.abs(cents) / 10 ** digits);
  return cents < 0 ? `−${text}` : text;
}

const tints = ['#3d4a86', '#216a63', '#7a4a1d', '#7b3a63', '#2d6391', '#5d4a94', '#4c6524', '#8a3f3a'];
/** A colour that stays with the name; white on each is at least 5:1. */
export function tintOf(name: string): string {
  let sum = 0;
  for (const c of name) sum += c.codePointAt(0) ?? 0;
  return tints[sum % tints.length] ?? '#3d4a86';
}
/** Two letters of a name; one in scripts whose letters join. */
export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  const first = [...(parts[0] ?? '').replace(/^ال/, '')];
  if (/[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff]/.test(name)) return first[0] ?? '';
  return parts
    .slice(0, 2)
    .map((p) => [...p][0] ?? '')
    .join('')
    .toUpperCase();
}

/** The initials are painted, not written: they are no part of a button's name. */
export function Face({ name, size = 24, picture = null }: { name: string; size?: number; picture?: string | null }) {
  return (
    <span
      className={s.face}
      style={cssVars({
        '--face': `${size}px`,
        '--tint': tintOf(name),
        ...(picture !== null && { '--picture': `url("${encodeURI(picture)}")` }),
      })}
      data-initials={initialsOf(name)}
      data-picture={picture === null ? undefined : 'own'}
      aria-hidden="true"
    />
  );
}
/** A filter in use: subject, value, a way out. */
export function Chip({
  subject,
  children,
  onOpen,
  onRemove,
}: {
  subject: string;
  children: ReactNode;
  onOpen?: () => void;
  onRemove: () => void;
}) {
  const say = kitText();
  return (
    <span className={s.chip}>
      <span className="quiet">{subject}</span>
      {onOpen === undefined ? (
        <span className={s.chipValue}>{children}</span>
      ) : (
        <button type="button" className={s.chipValue} onClick={onOpen}>
          {children}
        </button>
      )}
      <button type="button" className={s.chipOut} aria-label={say('table.removeFilter', { subject })} onClick={onRemove}>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <path d="m2 2 6 6m0-6-6 6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </span>
  );
}
export type TagHue = 'grey' | 'green' | 'amber' | 'blue' | 'red';
export function Tag({ children, hue = 'grey' }: { children: ReactNode; hue?: TagHue }) {
  return (
    <span className={s.tag}>
      <i style={{ background: `var(--at-${hue}-dot)` }} />
      {children}
    </span>
  );
}

/** Use against a limit: quiet until 80 %, amber from there, red when full. */
export function Meter({ value, of, label }: { value: number; of: number; label: string }) {
  const part = of <= 0 ? 1 : Math.min(1, Math.max(0, value / of));
  const hue = part >= 1 ? 'red-dot' : part >= 0.8 ? 'amber-dot' : 'accent';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn the same in every browser
    <span
      className={s.meter}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.min(value, of)}
      aria-valuemin={0}
      aria-valuemax={of}
    >
      <span style={{ inlineSize: `${part * 100}%`, background: `var(--at-${hue})` }} />
    </span>
  );
}

export function Keys({ keys, children }: { keys: readonly string[]; children?: ReactNode }) {
  return (
    <span className={s.keys}>
      {keys.map((k) => (
        <KeyCap key={k} dir="ltr">
          {k}
        </KeyCap>
      ))}
      {children != null && <span>{children}</span>}
    </span>
  );
}

export function Panel({
  title,
  aside,
  children,
  flush,
  id,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  flush?: 'flush';
  id?: string;
}) {
  return (
    <section className={s.panel} aria-labelledby={title && id ? id : undefined}>
      {title && (
        <header className={s.panelHead}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : s.panelBody}>{children}</div>
    </section>
  );
}

/** One heading, one line under it, one primary action at the end. */
export function PageHead({ title, sub, children }: { title: ReactNode; sub?: ReactNode; children?: ReactNode }) {
  return (
    <header className={s.head}>
      <div className="grow">
        <h1>{title}</h1>
        {sub && <div className={s.sub}>{sub}</div>}
      </div>
      {children && <div className={s.headActions}>{children}</div>}
    </header>
  );
}
