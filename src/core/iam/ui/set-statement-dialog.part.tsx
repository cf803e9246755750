import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DateTimeField, TimeField } from '#kit/ui/date-field/date-field.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Statement } from '../statements.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { ActionBoxes } from './set-actions.part.tsx';
import { draftOf, type StatementDraft, statementOf, statementTrouble } from './set-statement-draft.hook.ts';
import { useDayNames } from './set-words.hook.ts';
import s from './user.module.css';
import { PickRooms } from './user-rooms.part.tsx';
import { PickTags } from './user-tags.part.tsx';

type Props = {
  /** Null: a new one. */
  statement: Statement | null;
  /** Of a new one. */
  id: string;
  choices: readonly { name: string; mine: boolean }[];
  onDone: (statement: Statement) => void;
  onClose: () => void;
};

/** One statement: what is allowed or forbidden, where, and when. */
export function StatementDialog({ statement, id, choices, onDone, onClose }: Props) {
  const say = iamText();
  const { zone, now } = useReader();
  const [draft, setDraft] = useState(() => draftOf(statement, zone));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const put = (part: Partial<StatementDraft>) => setDraft({ ...draft, ...part });
  const wordsOf = (field: string) => {
    const code = errors[field];
    return code === undefined ? undefined : (say.maybe(`fieldErrors.${code}`) ?? undefined);
  };
  const errorOf = (field: string) => {
    const error = wordsOf(field);
    return error === undefined ? {} : { error };
  };
  const finish = () => {
    const trouble = statementTrouble(draft, { zone, now });
    setErrors(trouble);
    if (Object.keys(trouble).length === 0) onDone(statementOf(draft, { id: statement?.id ?? id, zone }));
  };
  return (
    <Dialog title={say(statement === null ? 'sets.newStatement' : 'sets.changeStatement')} width={720} onClose={onClose}>
      <div className={s.fields}>
        <RadioList
          label={say('sets.effect')}
          value={draft.effect}
          onChange={(effect) => put({ effect })}
          options={[
            { value: 'allow', title: say('sets.allow') },
            { value: 'deny', title: say('sets.deny'), text: say('sets.denyHint') },
          ]}
        />
        <RadioList
          label={say('sets.scope')}
          value={draft.scope}
          onChange={(scope) => put({ scope })}
          options={[
            { value: 'all', title: say('sets.scopeAll') },
            { value: 'own', title: say('sets.scopeOwn') },
            { value: 'some', title: say('sets.scopeSome'), text: say('sets.scopeSomeHint') },
          ]}
        />
        {draft.scope === 'some' && (
          <>
            <div className={s.pair}>
              <PickRooms chosen={draft.rooms} onChange={(rooms) => put({ rooms })} {...errorOf('rooms')} />
              <PickTags chosen={draft.tags} onChange={(tags) => put({ tags })} />
            </div>
            {draft.others.length > 0 && (
              <ul className={s.list}>
                {draft.others.map((one) => (
                  <li key={one}>
                    <bdi dir="ltr" className={`mono tiny ${s.grow}`}>
                      {one}
                    </bdi>
                    <Button
                      size="xs"
                      variant="subtle"
                      onClick={() => put({ others: draft.others.filter((other) => other !== one) })}
                    >
                      {say('sets.takeOut')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <Checkbox
              label={say('sets.alsoOwn')}
              checked={draft.alsoOwn}
              onChange={(event) => put({ alsoOwn: event.currentTarget.checked })}
            />
          </>
        )}
        <ActionBoxes
          choices={choices}
          value={draft.actions}
          scope={draft.scope}
          onChange={(actions) => put({ actions })}
          {...errorOf('actions')}
        />
        <Conditions draft={draft} put={put} errorOf={errorOf} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button size="md" variant="filled" onClick={finish}>
            {say('sets.takeOver')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type ConditionsProps = {
  draft: StatementDraft;
  put: (part: Partial<StatementDraft>) => void;
  errorOf: (field: string) => { error?: string };
};
function Conditions({ draft, put, errorOf }: ConditionsProps) {
  const say = iamText();
  return (
    <fieldset className={s.pick}>
      <legend>{say('sets.conditions')}</legend>
      <Checkbox label={say('sets.mfa')} checked={draft.mfa} onChange={(event) => put({ mfa: event.currentTarget.checked })} />
      <Checkbox
        label={say('sets.weekly')}
        checked={draft.when === 'weekly'}
        onChange={(event) => put({ when: event.currentTarget.checked ? 'weekly' : 'always' })}
      />
      {draft.when === 'weekly' && <Week draft={draft} put={put} errorOf={errorOf} />}
      <div className={s.pair}>
        <Textarea
          label={say('sets.addresses')}
          description={say('sets.addressesHint')}
          rows={2}
          dir="ltr"
          spellCheck={false}
          maxLength={1500}
          value={draft.ranges}
          onChange={(event) => put({ ranges: event.currentTarget.value })}
          {...errorOf('ranges')}
        />
        <DateTimeField
          label={say('sets.ends')}
          description={say('sets.endsHint')}
          value={draft.ends}
          onChange={(ends) => put({ ends })}
          {...errorOf('ends')}
        />
      </div>
    </fieldset>
  );
}

const days = [1, 2, 3, 4, 5, 6, 7];
function Week({ draft, put, errorOf }: ConditionsProps) {
  const say = iamText();
  const name = useDayNames();
  const { error } = errorOf('days');
  const zones = Intl.supportedValuesOf('timeZone');
  const known = zones.includes(draft.zone) ? zones : [draft.zone, ...zones];
  const toggle = (day: number) =>
    put({ days: draft.days.includes(day) ? draft.days.filter((one) => one !== day) : [...draft.days, day].toSorted() });
  return (
    <>
      <div className={s.days}>
        {days.map((day) => (
          <Checkbox key={day} size="xs" label={name(day)} checked={draft.days.includes(day)} onChange={() => toggle(day)} />
        ))}
      </div>
      <div className={s.pair}>
        <TimeField label={say('sets.from')} value={draft.from} onChange={(from) => put({ from })} />
        <TimeField label={say('sets.to')} value={draft.to} onChange={(to) => put({ to })} />
      </div>
      <NativeSelect
        label={say('sets.zone')}
        dir="ltr"
        value={draft.zone}
        onChange={(event) => put({ zone: event.currentTarget.value })}
        data={known.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
      {error !== undefined && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
