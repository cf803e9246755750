import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import type { Autosave, AutosaveState } from '#kit/ui/form/autosave.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { blogText, refusalsOf } from './blog-text.hook.ts';
import s from './edit.module.css';

const icon = { size: 16, stroke: 1.75 };

/** Saving…, Saved at 09:41, Saved on this device; a refusal with its reason and a way on. */
export function SaveWord({ state, saver }: { state: AutosaveState; saver: Pick<Autosave<never>, 'flush'> }) {
  const say = blogText();
  const time = useTimeText();
  const failureText = useFailureText(refusalsOf(say));
  const isSaving = state.kind === 'saving' || state.kind === 'changed';
  const isFailed = state.kind === 'failed' || state.kind === 'conflict';
  return (
    <span className={s.saved} data-kind={state.kind}>
      {state.kind === 'device' ? <IconCloudOff {...icon} /> : isSaving ? <IconCloudUp {...icon} /> : null}
      {state.kind === 'saved' && state.at !== null && <IconCloudCheck {...icon} />}
      <span role={isFailed ? 'alert' : 'status'}>
        {isSaving && say('edit.saving')}
        {state.kind === 'saved' && state.at !== null && say('edit.savedAt', { time: time(state.at, 'time') })}
        {state.kind === 'device' && say('edit.onDevice')}
        {state.kind === 'failed' && failureText(state.error)}
        {state.kind === 'conflict' && say('edit.notSaved')}
      </span>
      {state.kind === 'failed' && (
        <Button size="compact-sm" variant="subtle" onClick={() => void saver.flush()}>
          {say('edit.tryAgain')}
        </Button>
      )}
    </span>
  );
}
