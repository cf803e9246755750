import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconDoor, IconMovie, IconPlus, IconX } from '@tabler/icons-react';
import { type SharedThing, type ThingKind, thingRoles } from './group-draft.hook.ts';
import s from './group.module.css';
import { roleWords, useThingNames } from './group-thing-names.hook.ts';
import { iamText } from './iam-text.hook.ts';

const icons = { room: IconDoor, recording: IconMovie } as const;
const isSame = (a: SharedThing, b: SharedThing) => a.kind === b.kind && a.id === b.id;

type Props = {
  value: readonly SharedThing[];
  onChange: (things: SharedThing[]) => void;
  /** Opens the list to choose from, outside of the form around this. */
  onShare: (kind: ThingKind) => void;
};
/** Rooms and recordings that everybody in the group has, and what they may do there. */
export function GroupThings({ value, onChange, onShare }: Props) {
  const say = iamText();
  const nameOf = useThingNames(value);
  return (
    <div className={s.fields}>
      {value.length > 0 && (
        <ul className={`${s.list} ${s.boxed}`}>
          {value.map((one) => {
            const Icon = icons[one.kind];
            const name = nameOf(one);
            return (
              <li key={`${one.kind} ${one.id}`}>
                <Icon size={18} stroke={1.75} className={s.sign} aria-hidden="true" />
                <span className={s.grow}>
                  <bdi className="strong">{name}</bdi>
                  <span className="tiny quiet">{say(`groups.kind.${one.kind}`)}</span>
                </span>
                <span className={s.acts}>
                  <NativeSelect
                    size="sm"
                    aria-label={say('groups.roleIn', { name })}
                    value={one.role}
                    data={thingRoles[one.kind].map((role) => ({
                      value: role,
                      label: roleWords(say, { kind: one.kind, role, as: 'Role' }),
                    }))}
                    onChange={({ currentTarget }) => {
                      const role = thingRoles[one.kind].find((name) => name === currentTarget.value) ?? one.role;
                      onChange(value.map((other) => (isSame(other, one) ? { ...one, role } : other)));
                    }}
                  />
                  <ActionIcon
                    variant="subtle"
                    size={44}
                    aria-label={say('groups.unshare', { name })}
                    onClick={() => onChange(value.filter((other) => !isSame(other, one)))}
                  >
                    <IconX size={18} stroke={1.75} />
                  </ActionIcon>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <div className={s.buttons}>
        {(['room', 'recording'] as const).map((kind) => (
          <Button key={kind} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => onShare(kind)}>
            {say(`groups.share.${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
