import { Checkbox } from '@mantine/core';
import { type StaffRole, staffRoleNames } from '../admin.rules.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

type Props = {
  label: string;
  value: readonly StaffRole[];
  mayGive: readonly StaffRole[];
  error?: string | null;
  onChange: (roles: StaffRole[]) => void;
};
/** The roles with what each opens; those that the giver does not hold cannot be ticked. */
export function RoleBoxes({ label, value, mayGive, error, onChange }: Props) {
  const say = adminText();
  const toggled = (role: StaffRole) => staffRoleNames.filter((one) => value.includes(one) !== (one === role));
  return (
    <fieldset className={s.roles}>
      <legend className="hidden">{label}</legend>
      {staffRoleNames.map((role) => (
        <Checkbox
          key={role}
          size="sm"
          label={say(`role.${role}`)}
          description={say(`role.${role}Text`)}
          checked={value.includes(role)}
          disabled={!mayGive.includes(role)}
          onChange={() => onChange(toggled(role))}
        />
      ))}
      {error !== undefined && error !== null && (
        <p className={s.trouble} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
