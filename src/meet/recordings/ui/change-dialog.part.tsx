import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayIn } from '#kit/dates.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { recordingLimits, visibilities } from '../recordings.rules.ts';
import { differencesOf, type RecordingDraft, useChange } from './change.hook.ts';
import { KeepField, latestKeep } from './keep-field.part.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { retentionQuery } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import { useConflictWords } from './conflict-words.hook.ts';
import s from './recordings.module.css';

type FieldsProps = { draft: RecordingDraft; put: (change: Partial<RecordingDraft>) => void };

function Viewers({ draft, put }: FieldsProps) {
  const say = recordingsText();
  return (
    <>
      <NativeSelect
        label={say('list.who')}
        description={say(`explain.${draft.visibility}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={draft.visibility}
        onChange={(event) => {
          const visibility = visibilities.find((one) => one === event.currentTarget.value);
          if (visibility !== undefined) put({ visibility });
        }}
        data={visibilities.map((value) => ({ value, label: say(`who.${value}`) }))}
      />
      <Switch
        label={say('change.protect')}
        description={say('change.protectHint')}
        checked={draft.protect}
        onChange={(event) => put({ protect: event.currentTarget.checked })}
      />
    </>
  );
}

/** Somebody else saved first: what is saved now, while the own entries stay. */
function Conflict({ was, now }: { was: RecordingItem; now: RecordingItem }) {
  const say = recordingsText();
  const words = useConflictWords();
  const fields = differencesOf(was, now);
  return (
    <Banner hue="amber">
      {say('conflict.lead')}
      {fields.length > 0 && (
        <dl className={s.differences}>
          {fields.map((field) => {
            const { subject, value } = words(field, now);
            return (
              <div key={field}>
                <dt>{subject}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Banner>
  );
}

/** Name, who can see it, protection, and how long it is kept. What was typed stays when somebody else saved first. */
export function ChangeDialog({ item, onClose }: { item: RecordingItem; onClose: () => void }) {
  const say = recordingsText();
  const { zone, now } = useReader();
  const rule = useQuery(retentionQuery(useApi(recordingsApi)));
  const { base, draft, put, met, busy, trouble, save } = useChange(item, onClose);
  const latest = latestKeep(base, { most: rule.data?.most ?? null, now });
  const tooLate = latest !== null && draft.day > dayIn(latest, zone);
  const badDay = draft.keep === 'until' && (draft.day < dayIn(now, zone) || tooLate);
  return (
    <Dialog title={say('change.title')} onClose={onClose}>
      <form
        className={s.changeForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (!badDay) void save(latest);
        }}
      >
        <TextInput
          label={say('change.name')}
          value={draft.name}
          maxLength={recordingLimits.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <Viewers draft={draft} put={put} />
        <KeepField draft={draft} put={put} latest={latest} bad={badDay ? 'bad' : 'good'} base={base} />
        {met !== null && <Conflict was={met} now={base} />}
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <div className={dialogs.acts}>
          <Button onClick={onClose}>{say('change.cancel')}</Button>
          <Button variant="filled" type="submit" disabled={draft.name.trim() === '' || badDay} loading={busy !== ''}>
            {say(met === null ? 'change.save' : 'conflict.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
