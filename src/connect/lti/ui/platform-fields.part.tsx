import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { LtiAddressCheck, LtiToolAddresses } from '../lti.contract.ts';
import { courseParts, courseRoles, launchPlaces, roomOffers, type RoleTable } from '../lti.rules.ts';
import { CopyValue } from './key-values.part.tsx';
import s from './lti.module.css';
import { ltiApi } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';

export type PlatformFields = {
  name: string;
  issuer: string;
  clientId: string;
  deploymentIds: string;
  authUrl: string;
  tokenUrl: string;
  keysUrl: string;
  teachersMakeRooms: boolean;
  roomOffer: (typeof roomOffers)[number];
  launchPlace: (typeof launchPlaces)[number];
  roles: RoleTable;
};
export const deploymentsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const shownAddresses = ['launch', 'login', 'keys', 'redirect'] as const;
export function ToolAddresses({ addresses }: { addresses: LtiToolAddresses }) {
  const say = ltiText();
  return shownAddresses.map((one) => <CopyValue key={one} label={say(`value.${one}`)} text={addresses[one]} />);
}

type AddressName = LtiAddressCheck['field'];
type FieldsForm = DraftForm<PlatformFields>;
/** An address of the platform; leaving the field asks whether it answers. */
function AddressField({ form, name }: { form: FieldsForm; name: AddressName }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const [checked, setChecked] = useState<LtiAddressCheck | null>(null);
  const ask = async (value: string) => {
    setChecked(null);
    if (!URL.canParse(value)) return;
    const answer = await lti.checkAddresses({ body: { [name]: value } }).catch(() => null);
    setChecked(answer?.checks.find(({ field }) => field === name) ?? null);
  };
  const { onBlur, ...input } = form.input(name);
  const suggestion = checked?.suggestion ?? null;
  return (
    <div className={s.two} style={{ justifyItems: 'stretch', gap: 4 }}>
      <TextInput
        size="md"
        type="url"
        dir="ltr"
        autoComplete="off"
        label={say(`value.${name}`)}
        {...input}
        onBlur={(event) => {
          onBlur?.(event);
          void ask(event.currentTarget.value.trim());
        }}
      />
      <span role="status" className={`tiny ${checked?.state === 'good' ? s.good : s.bad}`}>
        {checked !== null && say(`check.${checked.state}`, { status: String(checked.status ?? '–') })}
      </span>
      {suggestion !== null && (
        <Button
          size="xs"
          mih={44}
          className={s.start}
          onClick={() => {
            form.set(name, suggestion);
            void ask(suggestion);
          }}
        >
          {say('check.use', { url: suggestion })}
        </Button>
      )}
    </div>
  );
}

/** Of a platform that signs with a shared secret, pages alone need to know where it is: they open in its frames. */
export function PlatformAddress({ form }: { form: FieldsForm }) {
  return (
    <TextInput size="md" type="url" dir="ltr" autoComplete="off" label={ltiText()('value.address')} {...form.input('issuer')} />
  );
}

/** What the platform shows of itself. Its issuer is its name among platforms and stays. */
export function ValueFields({ form, issuer }: { form: FieldsForm; issuer: 'asked' | 'stays' }) {
  const say = ltiText();
  return (
    <>
      {issuer === 'asked' && <AddressField form={form} name="issuer" />}
      <TextInput size="md" dir="ltr" autoComplete="off" label={say('value.clientId')} {...form.input('clientId')} />
      <Textarea size="md" dir="ltr" autosize minRows={1} label={say('value.deploymentIds')} {...form.input('deploymentIds')} />
      <AddressField form={form} name="authUrl" />
      <AddressField form={form} name="tokenUrl" />
      <AddressField form={form} name="keysUrl" />
    </>
  );
}

export function RuleFields({ form }: { form: FieldsForm }) {
  const say = ltiText();
  return (
    <>
      <Checkbox label={say('rules.make')} {...form.check('teachersMakeRooms')} />
      <NativeSelect
        size="md"
        label={say('rules.offer')}
        data={roomOffers.map((value) => ({ value, label: say(`rules.${value}`) }))}
        {...form.input('roomOffer')}
      />
      <NativeSelect
        size="md"
        label={say('rules.place')}
        data={launchPlaces.map((value) => ({ value, label: say(`rules.${value}`) }))}
        {...form.input('launchPlace')}
      />
    </>
  );
}

/** Which part people of each role of the platform take here. */
export function RoleFields({ form }: { form: FieldsForm }) {
  const say = ltiText();
  const { roles } = form.values;
  return courseRoles.map((role) => (
    <NativeSelect
      key={role}
      size="md"
      label={say(`role.${role}`)}
      value={roles[role]}
      data={courseParts.map((value) => ({ value, label: say(`part.${value}`) }))}
      onChange={({ currentTarget }) => {
        const part = courseParts.find((one) => one === currentTarget.value);
        if (part !== undefined) form.set('roles', { ...roles, [role]: part });
      }}
    />
  ));
}
