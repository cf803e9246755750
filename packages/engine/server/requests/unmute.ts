import { tellMember } from '#server/members.ts';
import type { RequestOutcome } from '#server/requests/request.ts';
import type { SourceDeed } from '#server/source-control.ts';
import { announceMute } from '#server/webhooks.ts';

/**
 * Opens a connected microphone again, or asks the person to. One that was never switched on is asked for in any case, and so is
 * one whose owner has not agreed to the recording: nobody is heard or recorded by another's click alone.
 */
export function unmute({ engine, by, target }: SourceDeed): RequestOutcome {
  const rule = target.meeting.plan.page.unmute;
  if (!target.rights.has('speak')) return 'locked';
  const mics = [...target.sources].filter(([, { kind }]) => kind === 'mic');
  if (mics.some(([, { muted }]) => !muted)) return null;
  const agreed = (target.meeting.recorder?.state ?? 'off') === 'off' || target.pass.consent === 'all';
  if (rule === 'asks' || mics.length === 0 || !agreed) {
    target.line?.send({ t: 'unmute-asked', by: by.id });
    return null;
  }
  for (const [key, source] of mics) {
    source.muted = false;
    engine.media.block(target.id, key, false);
    target.line?.send({ t: 'unmuted', key, by: by.id });
    announceMute(engine, target, source);
  }
  tellMember(target);
  return null;
}
