import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import type { Webhook } from '../webhooks.contract.ts';
import { type WebhookEvent, webhookEvents } from '../webhooks.rules.ts';
import { useWebhooks } from './blocks/webhooks-query.hook.ts';
import s from './webhooks.module.css';
import { webhooksText } from './webhooks-text.hook.ts';

type WebhookDraft = { name: string; url: string; which: 'all' | 'some'; events: WebhookEvent[] };

function Events({ form }: { form: DraftForm<WebhookDraft> }) {
  const say = webhooksText();
  const { which, events } = form.values;
  const toggle = (one: WebhookEvent) =>
    form.set('events', events.includes(one) ? events.filter((other) => other !== one) : [...events, one]);
  return (
    <>
      <RadioList
        label={say('form.events')}
        value={which}
        onChange={(value) => form.set('which', value)}
        options={[
          { value: 'all', title: say('hooks.all'), text: say('form.allText') },
          { value: 'some', title: say('form.chosen'), text: say('form.chosenText') },
        ]}
      />
      {which === 'some' && (
        <fieldset className={s.boxes}>
          <legend className="hidden">{say('form.chosen')}</legend>
          {webhookEvents.map((one) => (
            <Checkbox key={one} label={say(`event.${nameOf(one)}`)} checked={events.includes(one)} onChange={() => toggle(one)} />
          ))}
        </fieldset>
      )}
    </>
  );
}

type NameOf<E extends string> = E extends `${infer A}.${infer B}` ? `${A}-${B}` : never;
/** The key of an event's words: dots lead into the tree of texts. */
export const nameOf = <E extends WebhookEvent>(event: E): NameOf<E> =>
  // cast: the type says in letters what the line does
  event.replace('.', '-') as NameOf<E>;

type Props = {
  webhook: Webhook | null;
  onClose: () => void;
  /** With the secret of a new one. */
  onMade: (made: { webhook: Webhook; secret: string } | null) => void;
};
/** Adds a webhook, or changes one. */
export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const say = webhooksText();
  const api = useWebhooks();
  const queries = useQueryClient();
  const form = useDraftForm<WebhookDraft>({
    key: null,
    initial: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      which: webhook === null || webhook.events.length === 0 ? 'all' : 'some',
      events: [...(webhook?.events ?? [])],
    },
    check: ({ name, url, which, events }) => ({
      ...(name.trim() === '' ? { name: 'required' } : {}),
      ...(url.trim() === '' ? { url: 'required' } : {}),
      ...(which === 'some' && events.length === 0 ? { events: 'required' } : {}),
    }),
    say,
    save: async ({ name, url, which, events }) => {
      const body = { name: name.trim(), url: url.trim(), events: which === 'all' ? [] : events };
      const made = webhook === null ? await api.add({ body }) : null;
      if (webhook !== null) await api.edit({ params: { id: webhook.id }, body });
      await queries.invalidateQueries({ queryKey: ['user'] });
      onMade(made);
    },
  });
  return (
    <Dialog title={say(webhook === null ? 'hooks.add' : 'form.editTitle')} width={560} onClose={onClose}>
      <form method="post" className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          dir="auto"
          label={say('form.name')}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          {...form.input('name')}
        />
        <TextInput
          size="md"
          dir="ltr"
          type="url"
          label={say('form.url')}
          description={say('form.urlHint')}
          maxLength={2000}
          autoComplete="off"
          placeholder="https://"
          {...form.input('url')}
        />
        <Events form={form} />
        {form.errors['events'] !== undefined && form.errors['events'] !== null && (
          <Banner hue="red">{form.errors['events']}</Banner>
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.close')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(webhook === null ? 'form.add' : 'form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The secret, this once. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const say = webhooksText();
  return (
    <Dialog title={say('secret.title', { name })} lead={say('secret.lead')} width={560} onClose={onClose}>
      <div className={s.secret} data-secret>
        <Ltr mono="mono">{secret}</Ltr>
        <CopyButton text={secret} size="xs" />
      </div>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('secret.done')}
        </Button>
      </div>
    </Dialog>
  );
}
