import { ActionIcon, Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, Full } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import { hashes, serverLimits } from '../servers.rules.ts';
import { type ConnectionTrial, TrialSteps } from './connection-test.part.tsx';
import type { MaintenanceRow } from './maintenance-rows.hook.ts';
import { localOf } from '#kit/ui/local-moment.ts';
import type { ServerDraft } from './server-draft.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type ServerDraftForm = { form: DraftForm<ServerDraft> };
type FieldOrder = ('label' | 'input' | 'description' | 'error')[];
/** The hint stands under the field, and an error takes its place. */
const order = (error: unknown): FieldOrder =>
  error === undefined || error === null ? ['label', 'input', 'description'] : ['label', 'input', 'error'];

type TextName = 'name' | 'url' | 'region' | 'tags' | 'pools' | 'multiplier' | 'maxMeetings' | 'maxPeople';
type TextProps = ServerDraftForm & { name: TextName; hint?: string; ltr?: 'ltr'; numbers?: 'numeric' | 'decimal'; max?: number };
function TextField({ form, name, hint, ltr, numbers, max }: TextProps) {
  const say = serversText();
  const input = form.input(name);
  return (
    <TextInput
      size="md"
      {...input}
      label={say(`form.${name}`)}
      description={hint}
      inputWrapperOrder={order(input['error'])}
      dir={ltr ?? 'auto'}
      autoComplete="off"
      spellCheck={false}
      {...(numbers !== undefined && { inputMode: numbers })}
      {...(max !== undefined && { maxLength: max })}
    />
  );
}

export function ConnectionSection({
  form,
  server,
  trial,
}: ServerDraftForm & { server: ServerItem | null; trial: ConnectionTrial }) {
  const say = serversText();
  const secret = form.input('secret');
  const engine = server?.kind === 'engine';
  return (
    <FormSection id="connection" title={say('form.connection')} hint={say(engine ? 'form.engineHint' : 'form.connectionHint')}>
      {!engine && (
        <>
          <Fields>
            <TextField form={form} name="name" max={serverLimits.name} />
            <NativeSelect
              size="md"
              {...form.input('hash')}
              label={say('form.hash')}
              data={hashes.map((value) => ({ value, label: value.toUpperCase().replace('SHA', 'SHA-') }))}
            />
            <Full>
              <TextField form={form} name="url" hint={say('form.urlHint')} ltr="ltr" max={300} />
            </Full>
            <Full>
              <PasswordInput
                size="md"
                {...secret}
                label={say('form.secret')}
                {...(server !== null && { description: say('form.secretKept') })}
                inputWrapperOrder={order(secret['error'])}
                dir="ltr"
                autoComplete="off"
                maxLength={200}
              />
            </Full>
          </Fields>
          <div className={s.testRow}>
            <Button
              leftSection={<IconPlugConnected size={16} stroke={1.75} />}
              loading={trial.running}
              disabled={form.values.url.trim() === ''}
              onClick={() => void trial.run(form.values)}
            >
              {say('form.test')}
            </Button>
          </div>
          <TrialSteps trial={trial} />
        </>
      )}
    </FormSection>
  );
}

export function PlacementSections({ form }: ServerDraftForm) {
  const say = serversText();
  return (
    <>
      <FormSection id="placement" title={say('form.placement')}>
        <Fields>
          <TextField form={form} name="tags" hint={say('form.tagsHint')} ltr="ltr" />
          <TextField form={form} name="pools" hint={say('form.poolsHint')} ltr="ltr" />
          <TextField form={form} name="region" hint={say('form.regionHint')} max={60} />
        </Fields>
      </FormSection>
      <FormSection id="limits" title={say('form.limits')}>
        <Fields>
          <TextField form={form} name="maxPeople" hint={say('form.noLimit')} ltr="ltr" numbers="numeric" />
          <TextField form={form} name="maxMeetings" hint={say('form.noLimit')} ltr="ltr" numbers="numeric" />
          <TextField form={form} name="multiplier" hint={say('form.multiplierHint')} ltr="ltr" numbers="decimal" />
        </Fields>
      </FormSection>
    </>
  );
}

const hour = 3_600_000;
export function MaintenanceSection({ form }: ServerDraftForm) {
  const say = serversText();
  const { zone, now } = useReader();
  const rows = form.values.maintenance;
  const put = (next: MaintenanceRow[]) => form.set('maintenance', next);
  const change = (id: string, part: Partial<MaintenanceRow>) =>
    put(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () => {
    const begin = Math.ceil(now / hour) * hour + 24 * hour;
    const last = Math.max(-1, ...rows.map((row) => Number(row.id)));
    put([...rows, { id: String(last + 1), from: localOf(begin, zone), to: localOf(begin + 2 * hour, zone), note: '' }]);
  };
  const trouble = form.errors['maintenance'];
  return (
    <FormSection id="maintenance" title={say('form.maintenance')} hint={say('form.maintenanceHint', { zone })}>
      {rows.length > 0 && (
        <ul className={s.windows}>
          {rows.map((row, at) => (
            <li key={row.id}>
              {(['from', 'to'] as const).map((end) => (
                <DateTimeField
                  key={end}
                  size="md"
                  label={say(`form.${end}`)}
                  value={row[end]}
                  onChange={(moment) => change(row.id, { [end]: moment })}
                />
              ))}
              <TextInput
                size="md"
                label={say('form.why')}
                value={row.note}
                maxLength={200}
                dir="auto"
                onChange={(event) => change(row.id, { note: event.currentTarget.value })}
              />
              <ActionIcon
                size={40}
                variant="subtle"
                aria-label={say('form.removeWindow', { number: at + 1 })}
                onClick={() => put(rows.filter((one) => one.id !== row.id))}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {trouble !== undefined && trouble !== null && (
        <p className={s.windowTrouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={s.testRow}>
        <Button leftSection={<IconPlus size={16} stroke={2} />} disabled={rows.length >= serverLimits.windows} onClick={add}>
          {say('form.addWindow')}
        </Button>
      </div>
    </FormSection>
  );
}

export function NoteSection({ form }: ServerDraftForm) {
  const say = serversText();
  const note = form.input('note');
  return (
    <FormSection id="note" title={say('form.note')}>
      <Fields>
        <Full>
          <Textarea
            size="md"
            {...note}
            rows={3}
            dir="auto"
            maxLength={2000}
            aria-label={say('form.note')}
            description={say('form.noteHint')}
            inputWrapperOrder={order(note['error'])}
          />
        </Full>
      </Fields>
    </FormSection>
  );
}
