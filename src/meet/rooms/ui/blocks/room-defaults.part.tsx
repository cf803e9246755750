import { NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, RadioList, SaveBar, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { RoomDefaultsView } from '../../rooms.contract.ts';
import { recordingAudiences, roomLimits } from '../../rooms.rules.ts';
import { type DefaultsDraft, defaultsOf, draftOf } from '../room-draft.hook.ts';
import { InsideSection, LimitsSection } from '../room-form.part.tsx';
import { roomsApi } from '../rooms-data.hook.ts';
import { roomsText } from '../rooms-text.hook.ts';
import { defaultsText } from './defaults-text.hook.ts';
import s from '../room-form.module.css';
import { roomDefaultsQuery } from './room-defaults-query.hook.ts';

const draftFrom = (value: RoomDefaultsView): DefaultsDraft => ({
  ...draftOf({ ...value, name: '', slug: '', viewerCode: null, moderatorCode: null }),
  newRecordings: value.newRecordings,
});

/** What new rooms of the account start with: the room form without what only one room can have. */
export function RoomDefaultsForm() {
  const say = roomsText();
  const defaults = defaultsText();
  const api = useApi(roomsApi);
  const queries = useQueryClient();
  const { data } = useSuspenseQuery(roomDefaultsQuery.ask(api));
  const [saved, setSaved] = useState<'yes' | 'no'>('no');
  const form = useDraftForm<DefaultsDraft>({
    key: 'room-defaults',
    initial: draftFrom(data),
    schema: async () => (await import('../room-fields.hook.ts')).defaultsSchema,
    labels: {
      welcome: say('form.welcome'),
      entry: say('form.entryTitle'),
      start: say('form.start'),
      signInRequired: say('form.signIn'),
      muteOnStart: say('form.mute'),
      record: say('form.record'),
      newRecordings: defaults('defaults.recordings.title'),
      maxPeople: say('form.maxPeople'),
      maxMinutes: say('form.maxMinutes'),
    },
    say,
    save: async (values) => {
      const kept = await api.rooms.setDefaults({ body: { ...defaultsOf(values), version: data.version } });
      queries.setQueryData(roomDefaultsQuery.ask(api).queryKey, kept);
      setSaved('yes');
    },
  });
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {saved === 'yes' && form.changes.length === 0 && <Banner hue="blue">{defaults('defaults.saved')}</Banner>}
      <FormPage>
        <FormSection id="defaults" title={defaults('defaults.title')} hint={defaults('defaults.hint')}>
          <Fields>
            <Full>
              <Textarea
                size="md"
                {...form.input('welcome')}
                rows={3}
                dir="auto"
                maxLength={roomLimits.welcome.max}
                label={say('form.welcome')}
              />
            </Full>
            <Full>
              <RadioList
                label={say('form.entryTitle')}
                value={form.values.entry}
                onChange={(entry) => form.set('entry', entry)}
                options={(['lobby', 'open'] as const).map((way) => ({
                  value: way,
                  title: say(`form.ways.${way}.title`),
                  text: say(`form.ways.${way}.text`),
                }))}
              />
            </Full>
            <NativeSelect
              size="md"
              {...form.input('start')}
              label={say('form.start')}
              data={[
                { value: 'hosts', label: say('form.starts.hosts') },
                { value: 'anyone', label: say('form.starts.anyone') },
              ]}
            />
          </Fields>
          <div className={s.switches}>
            <Switches>
              <SwitchRow label={say('form.signIn')} hint={say('form.signInHint')} {...form.check('signInRequired')} />
            </Switches>
          </div>
        </FormSection>
        <InsideSection form={form} />
        <FormSection id="recordings" title={defaults('defaults.recordings.title')} hint={defaults('defaults.recordings.hint')}>
          <RadioList
            label={defaults('defaults.recordings.title')}
            value={form.values.newRecordings}
            onChange={(audience) => form.set('newRecordings', audience)}
            options={recordingAudiences.map((value) => ({
              value,
              title: defaults(`defaults.recordings.${value}.title`),
              text: defaults(`defaults.recordings.${value}.text`),
            }))}
          />
        </FormSection>
        <LimitsSection form={form} room={null} />
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}
