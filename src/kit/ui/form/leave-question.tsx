import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { blocks, type UnsavedGuard } from './unsaved.ts';

/** The page's one blocker: asks before leaving a form whose changes are not saved; they stay on the device. */
export function LeaveQuestion({ unsaved }: { unsaved: UnsavedGuard }) {
  const ask = useAsk();
  const say = kitText();
  const blocker = useBlocker(blocks(unsaved));
  const asking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') asking.current = false;
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    const question = {
      title: say('form.leaveTitle'),
      lead: say('form.leaveLead'),
      verb: say('form.leave'),
      safe: say('form.stay'),
    };
    void ask(question).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask, say]);
  return null;
}
