import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { roomLayouts, roomSwitches } from '../rooms.rules.ts';
import { optionNames, type RoomDraft } from './room-draft.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room-form.module.css';

/** What our own server has not: nothing changes there. */
const elsewhereOnly: readonly string[] = ['lockNotes'];

/** What few rooms need, shut at first; open where something in it is wrong. */
export function OptionsSection({ form }: { form: DraftForm<RoomDraft> }) {
  const say = roomsText();
  const wrong = optionNames.some((name) => form.errors[name] !== undefined);
  return (
    <details className={s.options} id="options" open={wrong || undefined}>
      <summary>
        <h2>{say('options.title')}</h2>
        <IconChevronDown size={18} stroke={1.75} />
      </summary>
      <p className="small quiet">{say('options.hint')}</p>
      <div className={s.switches}>
        <Switches>
          {roomSwitches.map((name) => (
            <SwitchRow
              key={name}
              label={say(`options.${name}`)}
              {...(elsewhereOnly.includes(name) && { hint: say('options.elsewhere') })}
              {...form.check(name)}
            />
          ))}
        </Switches>
      </div>
      <Fields>
        <NativeSelect
          size="md"
          {...form.input('layout')}
          label={say('options.layout')}
          data={roomLayouts.map((layout) => ({ value: layout, label: say(`options.layouts.${layout}`) }))}
        />
      </Fields>
    </details>
  );
}
