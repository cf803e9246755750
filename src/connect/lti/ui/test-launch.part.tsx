import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { ltiCalls, type LtiPlatform } from '../lti.contract.ts';
import s from './lti.module.css';
import { ltiText } from './lti-text.hook.ts';

const testApi = { lti: ltiCalls, rooms: roomsCalls };

/** Opens the page that a course would show. */
export function TestLaunch({ platforms, onClose }: { platforms: readonly LtiPlatform[]; onClose: () => void }) {
  const say = ltiText();
  const { lti, rooms } = useApi(testApi);
  const failureText = useFailureText(say);
  const query = useQuery(
    callQuery({ area: 'bigbluebutton', name: 'lti.rooms', call: rooms.list, input: { query: { limit: 100 } } }),
  );
  const items = query.data?.items ?? [];
  const [platformId, setPlatform] = useState(platforms[0]?.id ?? '');
  const [chosen, setChosen] = useState('');
  const [part, setPart] = useState<'teacher' | 'learner'>('teacher');
  const [failure, setFailure] = useState<string | null>(null);
  const roomId = chosen === '' ? (items[0]?.id ?? '') : chosen;
  const open = async () => {
    // browsers let a page open a tab only while a press is handled
    const tab = window.open('', '_blank');
    setFailure(null);
    try {
      const { url } = await lti.testLaunch({ params: { id: platformId }, body: { roomId, part } });
      if (tab === null) window.location.assign(url);
      else tab.location.href = url;
      onClose();
    } catch (error) {
      tab?.close();
      setFailure(failureText(error));
    }
  };
  return (
    <Dialog title={say('page.test')} lead={say('test.lead')} onClose={onClose}>
      <div className={s.form}>
        {failure !== null && <Banner hue="red">{failure}</Banner>}
        <NativeSelect
          size="md"
          label={say('list.platform')}
          value={platformId}
          data={platforms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setPlatform(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={say('test.room')}
          value={roomId}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={say('test.as')}
          value={part}
          data={(['teacher', 'learner'] as const).map((value) => ({ value, label: say(`part.${value}`) }))}
          onChange={({ currentTarget }) => setPart(currentTarget.value === 'learner' ? 'learner' : 'teacher')}
        />
      </div>
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('test.cancel')}
        </Button>
        <Button size="md" variant="filled" disabled={roomId === ''} onClick={() => void open()}>
          {say('test.open')}
        </Button>
      </div>
    </Dialog>
  );
}
