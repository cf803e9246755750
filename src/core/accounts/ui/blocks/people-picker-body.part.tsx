import '@mantine/core/styles/PillsInput.layer.css';
import { Combobox, type ComboboxStore, PillsInput, useCombobox } from '@mantine/core';
import { IconMail, IconUsersGroup, IconX } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import type { FoundGroup } from '../../people.contract.ts';
import { peopleLimits } from '../../people.rules.ts';
import { accountsText } from '../accounts-text.hook.ts';
import s from './people-picker.module.css';
import type { PeoplePickerProps, PickedPerson } from './people-picker.part.tsx';
import { keyOf, usePeoplePicking } from './people-picking.hook.ts';

function PersonChip({ person, onRemove }: { person: PickedPerson; onRemove: () => void }) {
  const say = accountsText();
  const { id, name } = person;
  return (
    <span className={s.chip}>
      {id === null ? <IconMail size={16} stroke={1.75} /> : <Face name={name} size={20} />}
      {id === null ? <Ltr>{name}</Ltr> : <bdi>{name}</bdi>}
      <IconButton size={28} aria-label={say('picker.remove', { name })} onClick={onRemove}>
        <IconX size={14} stroke={2} />
      </IconButton>
    </span>
  );
}

function PersonOption({ person, note }: { person: PickedPerson; note: PeoplePickerProps['note'] }) {
  const say = accountsText();
  const { id, name, email } = person;
  return (
    <Combobox.Option value={keyOf(person)} className={s.option ?? ''}>
      {id === null ? <IconMail size={20} stroke={1.75} /> : <Face name={name} size={24} />}
      <span className={s.words}>
        {id === null ? say('picker.outsider', { email: `\u2066${name}\u2069` }) : <bdi>{name}</bdi>}
        {id !== null && email !== null && (
          <span className="tiny quiet">
            <Ltr>{email}</Ltr>
          </span>
        )}
      </span>
      {note?.(person)}
    </Combobox.Option>
  );
}

function GroupOption({ group: { id, name, people } }: { group: FoundGroup }) {
  const say = accountsText();
  return (
    <Combobox.Option value={id} className={s.option ?? ''}>
      <IconUsersGroup size={20} stroke={1.75} />
      <span className={s.words}>
        <bdi>{name}</bdi>
        <span className="tiny quiet">{say('picker.people', { count: people })}</span>
      </span>
    </Combobox.Option>
  );
}

type PeoplePicking = ReturnType<typeof usePeoplePicking>;
/** Enter takes the first of those who are found, once they are. */
function useFirstOffered(box: ComboboxStore, { typed, state, options, groups }: PeoplePicking) {
  const offered = state === 'ready' && typed !== '' ? [...options.map(keyOf), ...groups.map(({ id }) => id)].join(' ') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is made for each rendering
  useEffect(() => (offered === '' ? box.resetSelectedOption() : void box.selectFirstOption()), [offered]);
}

type PeopleOffersProps = { picking: PeoplePicking; field: PeoplePickerProps };
function PeopleOffers({ picking: { options, groups, state }, field: { label, note, outsiders } }: PeopleOffersProps) {
  const say = accountsText();
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
        {options.map((person) => (
          <PersonOption key={keyOf(person)} person={person} note={note} />
        ))}
        {groups.map((group) => (
          <GroupOption key={group.id} group={group} />
        ))}
      </Combobox.Options>
      {options.length + groups.length === 0 && state === 'ready' && (
        <Combobox.Empty role="status">{say(outsiders === 'allowed' ? 'picker.noneInvite' : 'picker.none')}</Combobox.Empty>
      )}
    </Combobox.Dropdown>
  );
}

/** A field with chips that offers people below it. */
export function PeoplePickerBody(props: PeoplePickerProps) {
  const { label, description, placeholder, error, onChange } = props;
  const id = useId();
  const picking = usePeoplePicking(props);
  const { typed, trouble, options, groups, chosen } = picking;
  const box = useCombobox({
    onDropdownOpen: () => picking.setShown('open'),
    onDropdownClose: () => box.resetSelectedOption(),
  });
  useFirstOffered(box, picking);
  const choose = (value: string) => {
    const group = groups.find(({ id: groupId }) => groupId === value);
    if (group === undefined) picking.add(options.filter((one) => keyOf(one) === value));
    else picking.addGroup(group);
    // what stands below the field can be reached again; a letter or an arrow key opens the list again
    box.closeDropdown();
  };
  const remove = (person: PickedPerson) => onChange(chosen.filter((one) => keyOf(one) !== keyOf(person)));
  const last = chosen.at(-1);
  return (
    <Combobox store={box} withinPortal={false} floatingStrategy="fixed" onOptionSubmit={choose}>
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          id={id}
          description={description}
          error={trouble === '' ? error : trouble}
          errorProps={{ role: 'alert' }}
          onClick={() => box.openDropdown()}
        >
          {chosen.map((person) => (
            <PersonChip key={keyOf(person)} person={person} onRemove={() => remove(person)} />
          ))}
          <Combobox.EventsTarget withExpandedAttribute>
            <PillsInput.Field
              role="combobox"
              aria-autocomplete="list"
              className={s.field ?? ''}
              dir="auto"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={trouble !== '' || undefined}
              placeholder={chosen.length === 0 ? placeholder : undefined}
              maxLength={peopleLimits.search}
              value={typed}
              onChange={({ currentTarget }) => {
                picking.type(currentTarget.value);
                box.openDropdown();
              }}
              onFocus={() => box.openDropdown()}
              onBlur={() => {
                box.closeDropdown();
                picking.leave();
              }}
              onPaste={picking.paste}
              onKeyDown={(event) => {
                // what is typed is a person that is looked for, never the end of the form
                if (event.key === 'Enter' && typed !== '' && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  if (box.getSelectedOptionIndex() === -1) picking.addTyped();
                }
                // it closes the list, not what the field is in
                if (event.key === 'Escape' && box.dropdownOpened) event.preventDefault();
                if (event.key !== 'Backspace' || typed !== '' || last === undefined) return;
                event.preventDefault();
                remove(last);
              }}
            />
          </Combobox.EventsTarget>
        </PillsInput>
      </Combobox.DropdownTarget>
      <PeopleOffers picking={picking} field={props} />
    </Combobox>
  );
}
