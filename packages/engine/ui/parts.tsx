import { type Icon, IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { cssUrl, initialsOf, tintOf } from '#ui/face.ts';
import s from '#ui/parts.module.css';

/** A number, code or address: left-to-right and isolated, whatever the language around it. */
export function Ltr({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** Words for those who cannot see the icon beside them. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={s.hidden}>{children}</span>;
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  look?: 'plain' | 'accent' | 'danger' | 'quiet';
  size?: 'xs' | 'md' | 'lg';
  type?: 'button' | 'submit';
  icon?: Icon;
};
export function Button({ look = 'plain', size = 'md', type = 'button', icon: Sign, children, className, ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} data-look={look} data-size={size} className={`${s.button} ${className ?? ''}`}>
      {Sign && <Sign size={size === 'lg' ? 20 : 16} stroke={1.75} aria-hidden="true" />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  icon: Icon;
  label: string;
  size?: 28 | 36 | 44;
  type?: 'button' | 'submit';
  turn?: 'turn';
};
export function IconButton({ icon: Sign, label, size = 36, type = 'button', turn, className, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} data-size={size} className={`${s.iconButton} ${className ?? ''}`}>
      <Sign size={size === 28 ? 16 : 20} stroke={1.75} aria-hidden="true" className={turn && s.turn} />
    </button>
  );
}

/** Initials on the person's colour. Decoration, painted and not written: the name always stands beside it. */
export function Face({ name, size = 28, picture = null }: { name: string; size?: number; picture?: string | null }) {
  return (
    <span
      className={s.face}
      style={{ '--face': `${size}px`, '--tint': tintOf(name), ...(picture !== null && { '--picture': cssUrl(picture) }) }}
      data-initials={initialsOf(name)}
      data-picture={picture === null ? undefined : 'own'}
      aria-hidden="true"
    />
  );
}

export function Faces({ people, size = 24 }: { people: { id: string; name: string }[]; size?: number }) {
  return (
    <span className={s.faces}>
      {people.slice(0, 3).map(({ id, name }) => (
        <Face key={id} name={name} size={size} />
      ))}
    </span>
  );
}

type ChoiceProps = {
  icon: Icon;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange(value: string): void;
  disabled?: boolean;
};
/** The browser's own list of choices: on phones it is the best one. */
export function Choice({ icon: Sign, label, value, options, onChange, disabled }: ChoiceProps) {
  return (
    <span className={s.choice}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <select aria-label={label} value={value} disabled={disabled} onChange={(e) => onChange(e.currentTarget.value)}>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={2} aria-hidden="true" />
    </span>
  );
}

/** Levels as five bars; 0 to 1. */
export function Bars({ level }: { level: number }) {
  const shape = [0.45, 0.8, 1, 0.7, 0.4];
  return (
    <span className={s.bars} aria-hidden="true">
      {shape.map((part) => (
        <i key={part} style={{ blockSize: `${3 + Math.round(13 * part * level)}px` }} />
      ))}
    </span>
  );
}
