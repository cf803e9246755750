import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CannedAnswer } from '../ticket-desk.contract.ts';
import { ticketLimits } from '../tickets.rules.ts';
import s from './desk.module.css';
import { queueApi, useQueueRefresh } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

type CannedFormProps = { answer: CannedAnswer | null; onClose: () => void };
function CannedForm({ answer, onClose }: CannedFormProps) {
  const say = ticketsText();
  const refresh = useQueueRefresh();
  const { ticketDesk } = useApi(queueApi);
  const form = useDraftForm<{ name: string; text: string }>({
    key: null,
    initial: { name: answer?.name ?? '', text: answer?.text ?? '' },
    check: ({ name, text }) => ({
      ...(name.trim() === '' && { name: 'required' }),
      ...(text.trim() === '' && { text: 'required' }),
    }),
    say,
    save: async (body) => {
      await (answer === null
        ? ticketDesk.addCanned({ body })
        : ticketDesk.editCanned({ params: { id: answer.id }, body: { ...body, revision: answer.revision } }));
      await refresh();
      onClose();
    },
  });
  return (
    <form className={s.form} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <TextInput
        size="md"
        {...form.input('name')}
        label={say('desk.cannedName')}
        maxLength={ticketLimits.cannedName}
        dir="auto"
      />
      <Textarea
        size="md"
        {...form.input('text')}
        label={say('desk.cannedText')}
        description={say('desk.cannedHint', { variables: '\u2066{name} {number} {subject} {me}\u2069' })}
        rows={5}
        maxLength={ticketLimits.text}
        dir="auto"
      />
      <div className={s.acts}>
        <Button size="md" onClick={onClose}>
          {say('desk.cancel')}
        </Button>
        <Button size="md" variant="filled" type="submit" loading={form.saving}>
          {say('desk.save')}
        </Button>
      </div>
    </form>
  );
}

/** Answers that are filled in with a press, for everybody of the desk. */
export function CannedAnswers({ canned }: { canned: readonly CannedAnswer[] }) {
  const say = ticketsText();
  const ask = useAsk();
  const refresh = useQueueRefresh();
  const { ticketDesk } = useApi(queueApi);
  const [open, setOpen] = useState<{ answer: CannedAnswer | null } | null>(null);
  const remove = async ({ id, name }: CannedAnswer) => {
    if (!(await ask({ title: say('desk.removeCanned', { name }), verb: say('desk.remove'), safe: say('desk.cancel') }))) return;
    await ticketDesk.removeCanned({ params: { id } });
    await refresh();
  };
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="canned-answers" className={s.section}>
      <h3 id="canned-answers">{say('desk.canned')}</h3>
      <ul className={s.canned}>
        {canned.map((answer) => (
          <li key={answer.id}>
            <bdi className="grow">{answer.name}</bdi>
            <IconButton size={40} aria-label={say('desk.editCanned', { name: answer.name })} onClick={() => setOpen({ answer })}>
              <IconPencil size={16} stroke={1.75} />
            </IconButton>
            <IconButton size={40} aria-label={say('desk.removeOf', { name: answer.name })} onClick={() => void remove(answer)}>
              <IconTrash size={16} stroke={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      {open === null ? (
        <div className={s.acts}>
          <Button size="md" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setOpen({ answer: null })}>
            {say('desk.addCanned')}
          </Button>
        </div>
      ) : (
        <CannedForm key={open.answer?.id ?? 'new'} answer={open.answer} onClose={close} />
      )}
    </section>
  );
}
