import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList, Switches, SwitchRow } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import type { SecretItem } from '../endpoint.contract.ts';
import { checksumHashes, secretCalls } from '../endpoint.rules.ts';
import { endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { emptySecret, fieldsOf, type SecretDraft, secretDraftOf, secretTrouble } from './secret-draft.hook.ts';
import { readingCalls } from './secret-rows.hook.ts';

type SecretFormProps = { form: DraftForm<SecretDraft> };
const belowField = (error: unknown): ('label' | 'input' | 'description' | 'error')[] =>
  error === undefined || error === null ? ['label', 'input', 'description'] : ['label', 'input', 'error'];

function CallsChoice({ form }: SecretFormProps) {
  const say = endpointText();
  const { which, calls } = form.values;
  const toggle = (name: SecretDraft['calls'][number]) =>
    form.set('calls', calls.includes(name) ? calls.filter((one) => one !== name) : [...calls, name]);
  const error = form.errors['calls'];
  return (
    <div>
      <p className={s.label}>{say('form.calls')}</p>
      <RadioList
        label={say('form.calls')}
        value={which}
        onChange={(value) => form.set('which', value)}
        options={[
          { value: 'all', title: say('secrets.allCalls'), text: say('form.allText') },
          { value: 'some', title: say('form.chosen'), text: say('form.chosenText') },
        ]}
      />
      {which === 'some' && (
        <fieldset className={s.callBoxes}>
          <legend className="hidden">{say('form.chosen')}</legend>
          {secretCalls.map((name) => (
            <Checkbox
              key={name}
              label={
                <bdi dir="ltr" className="mono">
                  {name}
                </bdi>
              }
              checked={calls.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
          <Button size="xs" variant="subtle" onClick={() => form.set('calls', [...readingCalls])}>
            {say('secrets.readOnly')}
          </Button>
        </fieldset>
      )}
      {error !== undefined && error !== null && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** By which hash functions calls may be signed. */
function HashesChoice({ form }: SecretFormProps) {
  const say = endpointText();
  const { hashes } = form.values;
  const error = form.errors['hashes'];
  return (
    <div>
      <fieldset className={s.callBoxes}>
        <legend className={s.label}>{say('form.hashes')}</legend>
        {checksumHashes.map((name) => (
          <Checkbox
            key={name}
            label={<bdi dir="ltr">{name.toUpperCase().replace('SHA', 'SHA-')}</bdi>}
            checked={hashes.includes(name)}
            onChange={() => form.set('hashes', hashes.includes(name) ? hashes.filter((one) => one !== name) : [...hashes, name])}
          />
        ))}
      </fieldset>
      {error !== undefined && error !== null && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Rules({ form }: SecretFormProps) {
  const say = endpointText();
  const ranges = form.input('ranges');
  return (
    <>
      <Textarea
        size="md"
        {...ranges}
        label={say('form.ranges')}
        description={say('form.rangesHint')}
        inputWrapperOrder={belowField(ranges['error'])}
        rows={3}
        dir="ltr"
        spellCheck={false}
        maxLength={4000}
      />
      {(['perMinute', 'meetings', 'people'] as const).map((name) => {
        const field = form.input(name);
        return (
          <TextInput
            key={name}
            size="md"
            {...field}
            label={say(`form.${name}`)}
            description={say('form.perMinuteHint')}
            inputWrapperOrder={belowField(field['error'])}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            maxLength={7}
          />
        );
      })}
      <HashesChoice form={form} />
      <div className={s.single}>
        <Switches>
          <SwitchRow {...form.check('bodyHash')} label={say('form.bodyHash')} hint={say('form.bodyHashHint')} />
        </Switches>
      </div>
    </>
  );
}

function OwnSecret({ form }: SecretFormProps) {
  const say = endpointText();
  const field = form.input('secret');
  return (
    <TextInput
      size="md"
      {...field}
      label={say('form.own')}
      description={say('form.ownHint')}
      inputWrapperOrder={belowField(field['error'])}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      maxLength={128}
    />
  );
}

type Props = { secret: SecretItem | null; onDone: (secret: SecretItem) => void; onClose: () => void };
/** Makes a secret, or changes what one may do. */
export function SecretForm({ secret, onDone, onClose }: Props) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const refresh = useEndpointRefresh();
  const save = async (values: SecretDraft) => {
    const body = fieldsOf(values);
    const own = values.secret.trim();
    try {
      const made =
        secret === null
          ? await api.endpoint.addSecret({ body: { ...body, ...(own !== '' && { secret: own }) } })
          : await api.endpoint.editSecret({ params: { id: secret.id }, body });
      await refresh();
      onDone(made);
    } catch (error) {
      if (error instanceof Failure && error.code === 'secret_taken') return form.setError('secret', say('errors.secret_taken'));
      if (!(error instanceof Failure) || error.code !== 'bad_range') throw error;
      form.setError('ranges', say('errors.bad_range', { range: String(error.data['range'] ?? '') }));
    }
  };
  const form: DraftForm<SecretDraft> = useDraftForm<SecretDraft>({
    key: null,
    initial: secret === null ? emptySecret : secretDraftOf(secret),
    check: secretTrouble,
    say,
    save,
  });
  const name = form.input('name');
  const title = secret === null ? say('form.addTitle') : say('form.editTitle', { name: secret.name });
  return (
    <Dialog title={title} lead={say('form.lead')} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...name}
          label={say('form.name')}
          description={say('form.nameHint')}
          inputWrapperOrder={belowField(name['error'])}
          dir="auto"
          autoComplete="off"
          maxLength={80}
          data-autofocus
        />
        {secret === null && <OwnSecret form={form} />}
        <CallsChoice form={form} />
        <Rules form={form} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.close')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(secret === null ? 'form.add' : 'form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
