import { Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { useRecordingVerbs, type RecordingVerb } from './recording-verbs.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';

/** What can be done with all chosen recordings at once; each of it can be undone. */
export function BulkActs({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const say = recordingsText();
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const run = (verb: RecordingVerb) => void verbs.run(verb, ids).then(onDone, (error: unknown) => setTrouble(failureText(error)));
  return (
    <>
      <Button size="xs" variant="filled" leftSection={<IconEye size={15} stroke={1.75} />} onClick={() => run('publish')}>
        {say('acts.publish')}
      </Button>
      <Button size="xs" variant="subtle" leftSection={<IconEyeOff size={15} stroke={1.75} />} onClick={() => run('unpublish')}>
        {say('acts.unpublish')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        data-danger
        leftSection={<IconTrash size={15} stroke={1.75} />}
        onClick={() => run('remove')}
      >
        {say('acts.remove')}
      </Button>
      {trouble !== '' && (
        <span role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
    </>
  );
}
