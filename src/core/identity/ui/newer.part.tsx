import { Button } from '@mantine/core';
import { Banner } from '#kit/ui/feedback.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './profile.module.css';

/** Another window saved first: nothing is overwritten before this person chose. */
export function Newer({ onTake }: { onTake: () => void }) {
  const say = identityText();
  return (
    <Banner
      hue="amber"
      action={
        <Button size="xs" className={s.keep ?? ''} onClick={onTake}>
          {say('edit.takeNewer')}
        </Button>
      }
    >
      <b>{say('edit.newerTitle')}</b> {say('edit.newer')}
    </Banner>
  );
}
