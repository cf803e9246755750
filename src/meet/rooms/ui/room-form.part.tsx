import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconRefresh } from '@tabler/icons-react';
import { Ltr, Meter } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, Full, RadioList, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomLimits, slugOf } from '../rooms.rules.ts';
import { newEntryCode, type RoomDraft } from './room-draft.hook.ts';
import { TagsField } from './room-tags.part.tsx';
import { roomsText } from './rooms-text.hook.ts';
import { useSlugCheck } from './slug-check.hook.ts';
import s from './room-form.module.css';

type RoomDraftForm = { form: DraftForm<RoomDraft> };
/** Of sections that the account's defaults have, too. */
type SharedForm = { form: Pick<DraftForm<RoomDraft>, 'values' | 'input' | 'check'> };
type FormOf = RoomDraftForm & { room: RoomDetail | null };
type FieldOrder = ('label' | 'input' | 'description' | 'error')[];
/** The hint stands under the field, and an error takes its place. */
const order = (error: unknown): FieldOrder =>
  error === undefined || error === null ? ['label', 'input', 'description'] : ['label', 'input', 'error'];

function SlugField({ form, room }: FormOf) {
  const say = roomsText();
  const { taken } = useSlugCheck({ slug: form.values.slug, kept: room?.slug ?? '', roomId: room?.id ?? null });
  const input = form.input('slug');
  const error: unknown = input.error ?? (taken === null ? undefined : say('fieldErrors.slug_taken'));
  const idea = slugOf(form.values.name);
  return (
    <div>
      <TextInput
        size="md"
        {...input}
        error={error === undefined ? undefined : String(error)}
        label={say('form.slug')}
        description={say(room !== null && form.values.slug !== room.slug ? 'form.slugNote' : 'form.slugHint')}
        inputWrapperOrder={order(error)}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={roomLimits.slug.max}
        placeholder={idea}
        leftSectionWidth={44}
        leftSection={<span className={`quiet small ${s.before}`}>/m/</span>}
      />
      {taken !== null && (
        <p className={s.offers}>
          {say('form.free')}
          {taken.map((one) => (
            <button key={one} type="button" className={s.offer} onClick={() => form.set('slug', one)}>
              <Ltr>{one}</Ltr>
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

function NameField({ form, room }: FormOf) {
  const say = roomsText();
  const name = form.input('name');
  return (
    <TextInput
      size="md"
      {...name}
      label={say('form.name')}
      description={say('form.nameHint')}
      inputWrapperOrder={order(name['error'])}
      dir="auto"
      autoComplete="off"
      maxLength={roomLimits.name.max}
      {...(room === null && { 'data-autofocus': true, autoFocus: true })}
    />
  );
}

/** All that a new room needs; the rest has defaults and can wait. */
export function QuickSection({ form, onMore }: RoomDraftForm & { onMore: () => void }) {
  const say = roomsText();
  return (
    <FormSection id="name" title={say('form.nameTitle')}>
      <div className={s.quick}>
        <NameField form={form} room={null} />
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />} onClick={onMore}>
          {say('form.more')}
        </Button>
      </div>
    </FormSection>
  );
}

export function NameSection({ form, room }: FormOf) {
  const say = roomsText();
  const welcome = form.input('welcome');
  return (
    <FormSection id="name" title={say('form.nameTitle')}>
      <Fields>
        <NameField form={form} room={room} />
        <SlugField form={form} room={room} />
        {room?.account == null && (
          <Full>
            <TagsField form={form} />
          </Full>
        )}
        <Full>
          <Textarea
            size="md"
            {...welcome}
            rows={3}
            dir="auto"
            maxLength={roomLimits.welcome.max}
            label={say('form.welcome')}
            inputWrapperOrder={order(welcome['error'])}
            description={say('form.welcomeHint', { used: form.values.welcome.length, max: roomLimits.welcome.max })}
          />
        </Full>
      </Fields>
    </FormSection>
  );
}

function CodeField({ form, name }: RoomDraftForm & { name: 'viewerCode' | 'moderatorCode' }) {
  const say = roomsText();
  const input = form.input(name);
  const hint =
    name === 'moderatorCode' ? 'form.moderatorHint' : form.values.entry === 'lobby' ? 'form.viewerHintLobby' : 'form.viewerHint';
  return (
    <TextInput
      size="md"
      {...input}
      label={say(`form.${name}`)}
      description={say(hint)}
      inputWrapperOrder={order(input['error'])}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={roomLimits.code.max}
      rightSection={
        <ActionIcon
          size={28}
          aria-label={say(`form.${name}New`)}
          title={say(`form.${name}New`)}
          onClick={() => form.set(name, newEntryCode())}
        >
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}

const ways = ['lobby', 'code', 'open'] as const;
export function EntrySection({ form }: RoomDraftForm) {
  const say = roomsText();
  const choose = (entry: RoomDraft['entry']) => {
    form.set('entry', entry);
    if (entry === 'code' && form.values.viewerCode === '') form.set('viewerCode', newEntryCode());
  };
  return (
    <FormSection id="entry" title={say('form.entryTitle')}>
      <Fields>
        <Full>
          <RadioList
            label={say('form.entryTitle')}
            value={form.values.entry}
            onChange={choose}
            options={ways.map((way) => ({
              value: way,
              title: say(`form.ways.${way}.title`),
              text: say(`form.ways.${way}.text`),
            }))}
          />
        </Full>
        {form.values.entry !== 'open' && <CodeField form={form} name="viewerCode" />}
        <CodeField form={form} name="moderatorCode" />
        <NativeSelect
          size="md"
          {...form.input('start')}
          label={say('form.start')}
          description={say('form.startHint')}
          inputWrapperOrder={order(undefined)}
          data={[
            { value: 'hosts', label: say('form.starts.hosts') },
            { value: 'anyone', label: say('form.starts.anyone') },
          ]}
        />
      </Fields>
      <div className={s.switches}>
        <Switches>
          <SwitchRow label={say('form.signIn')} hint={say('form.signInHint')} {...form.check('signInRequired')} />
          <SwitchRow label={say('form.organisation')} hint={say('form.organisationHint')} {...form.check('organisationOnly')} />
        </Switches>
      </div>
    </FormSection>
  );
}

export function InsideSection({ form }: SharedForm) {
  const say = roomsText();
  return (
    <FormSection id="inside" title={say('form.insideTitle')}>
      <div className={s.switches}>
        <Switches>
          <SwitchRow label={say('form.mute')} hint={say('form.muteHint')} {...form.check('muteOnStart')} />
          <SwitchRow label={say('form.record')} hint={say('form.recordHint')} {...form.check('record')} />
        </Switches>
      </div>
    </FormSection>
  );
}

type LimitName = 'maxPeople' | 'maxMinutes';
function LimitField({ form, name, plan }: SharedForm & { name: LimitName; plan: number | null }) {
  const say = roomsText();
  const input = form.input(name);
  const asked = Number(form.values[name]);
  const over = plan !== null && asked > plan;
  return (
    <div>
      <TextInput
        size="md"
        {...input}
        inputMode="numeric"
        dir="ltr"
        label={say(`form.${name}`)}
        inputWrapperOrder={order(input['error'])}
        autoComplete="off"
        description={plan === null ? say(`form.${name}Hint`) : say(`form.${name}Plan`, { max: plan })}
      />
      {plan !== null && form.values[name] !== '' && Number.isFinite(asked) && (
        <div className={s.limit}>
          <span className={`small ${s.pair}`}>
            <span className="soft">{say('form.plan')}</span>
            <Ltr>
              <b className="strong">{asked}</b> <span className="quiet">/ {plan}</span>
            </Ltr>
          </span>
          <Meter value={asked} of={plan} label={say(`form.${name}`)} />
          {over && <span className={`tiny ${s.over}`}>{say('form.overPlan')}</span>}
        </div>
      )}
    </div>
  );
}

export function LimitsSection({ form, room }: SharedForm & Pick<FormOf, 'room'>) {
  const say = roomsText();
  return (
    <FormSection id="limits" title={say('form.limitsTitle')} hint={say('form.limitsHint')}>
      <Fields>
        <LimitField form={form} name="maxPeople" plan={room?.limits.maxPeople ?? null} />
        <LimitField form={form} name="maxMinutes" plan={room?.limits.maxMinutes ?? null} />
      </Fields>
    </FormSection>
  );
}
