import { PasswordInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { PASSWORD_MIN } from '../identity.rules.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { type StrengthLevel, useStrength } from './strength.hook.ts';

type FieldProps = ReturnType<DraftForm<object>['input']>;
type PasswordFieldProps = { field: FieldProps; label: string; autoComplete: 'current-password' | 'new-password' };

/** A password with an eye that shows it; reached by keyboard too. */
export function PasswordField({ field, ...rest }: PasswordFieldProps & { description?: string; form?: string }) {
  const say = identityText();
  return <Eye words={{ show: say('password.show'), hide: say('password.hide') }} field={field} {...rest} />;
}

type EyeProps = PasswordFieldProps & { words: { show: string; hide: string }; description?: string; form?: string };
function Eye({ words, field, ...rest }: EyeProps) {
  return (
    <PasswordInput
      size="md"
      dir="ltr"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': words.show, tabIndex: 0 }}
      {...field}
      {...rest}
    />
  );
}

type NewPasswordProps = { field: FieldProps; label: string; known: readonly string[] };
/** A new password with an estimate of how long it would stand. `known` are words that others know of this person. */
export function NewPasswordField({ field, label, known }: NewPasswordProps) {
  const say = identityText();
  const value = typeof field['value'] === 'string' ? field['value'] : '';
  const level = useStrength(value, known);
  return (
    <div>
      <PasswordField
        field={field}
        label={label}
        autoComplete="new-password"
        description={say('password.hint', { min: PASSWORD_MIN })}
      />
      {/* its room is there from the start: what stands below must not move away under a finger */}
      <div className={s.meter} data-level={level ?? 0}>
        {level !== null && <Meter level={level} />}
      </div>
    </div>
  );
}

function Meter({ level }: { level: StrengthLevel }) {
  const say = identityText();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn the same in every browser */}
      <span
        className={s.bars}
        role="meter"
        aria-label={say('password.strength')}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={level}
        aria-valuetext={say(`password.level.${level}`)}
      >
        {([1, 2, 3, 4] as const).map((bar) => (
          <span key={bar} data-on={bar <= Math.max(1, level) || undefined} />
        ))}
      </span>
      <span className={s.word} aria-live="polite">
        {say(`password.level.${level}`)}
      </span>
    </>
  );
}
