import {
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconCalendarTime,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconDoorOff,
  IconDroplet,
  IconEye,
  IconEyeOff,
  IconEyeSearch,
  IconFileText,
  IconHeartbeat,
  IconHelpCircle,
  IconHourglass,
  IconInfoCircle,
  IconLoader2,
  IconLock,
  IconMail,
  IconMessageDots,
  IconPlayerPause,
  IconPlugConnected,
  IconSend,
  IconShieldCheck,
  IconTrash,
  IconWifiOff,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StatusEntry as Entry, type StatusLook, StatusShape, liveEntry } from './status-shape.tsx';
import { kitText } from './text/kit-text.ts';

/** The closed set. A state that is not here gets an entry here (and a word in the kit's texts), never a colour of its own on a screen. */
export const states = {
  live: liveEntry,
  active: { hue: 'green', icon: IconCircleCheck },
  connected: { hue: 'green', icon: IconPlugConnected },
  public: { hue: 'green', icon: IconWorld },
  allowed: { hue: 'green', icon: IconCircleCheck },
  checked: { hue: 'green', icon: IconShieldCheck },
  matched: { hue: 'green', icon: IconCircleCheck },
  paid: { hue: 'green', icon: IconCircleCheck },
  ready: { hue: 'green', icon: IconCircleCheck },
  published: { hue: 'green', icon: IconEye },
  healthy: { hue: 'green', icon: IconHeartbeat },
  ending: { hue: 'amber', icon: IconHourglass },
  toCheck: { hue: 'amber', icon: IconHelpCircle },
  missing: { hue: 'amber', icon: IconAlertTriangle },
  inReview: { hue: 'amber', icon: IconEyeSearch },
  waiting: { hue: 'amber', icon: IconHourglass },
  pastDue: { hue: 'amber', icon: IconClock },
  draining: { hue: 'amber', icon: IconDroplet },
  strained: { hue: 'amber', icon: IconAlertTriangle },
  refused: { hue: 'red', icon: IconCircleX },
  denied: { hue: 'red', icon: IconBan },
  locked: { hue: 'red', icon: IconLock },
  overdue: { hue: 'red', icon: IconAlertTriangle },
  failed: { hue: 'red', icon: IconCircleX },
  unreachable: { hue: 'red', icon: IconWifiOff },
  invited: { hue: 'blue', icon: IconMail },
  trial: { hue: 'blue', icon: IconClock },
  scheduled: { hue: 'blue', icon: IconCalendarTime },
  applied: { hue: 'blue', icon: IconFileText },
  processing: { hue: 'blue', icon: IconLoader2 },
  sent: { hue: 'blue', icon: IconSend },
  answered: { hue: 'blue', icon: IconMessageDots },
  info: { hue: 'blue', icon: IconInfoCircle },
  empty: { hue: 'grey', icon: 'none' },
  ended: { hue: 'grey', icon: IconDoorOff },
  suspended: { hue: 'grey', icon: IconPlayerPause },
  unmatched: { hue: 'grey', icon: IconCircleDashed },
  unpublished: { hue: 'grey', icon: IconEyeOff },
  draft: { hue: 'grey', icon: IconCircleDashed },
  disabled: { hue: 'grey', icon: IconPlayerPause },
  void: { hue: 'grey', icon: IconBan },
  archived: { hue: 'grey', icon: IconArchive },
  binned: { hue: 'grey', icon: IconTrash },
} satisfies Record<string, Entry>;
export type StatusState = keyof typeof states;

type StatusProps = { of: StatusState; look?: StatusLook; children?: ReactNode };
/** `pill` where the state is the news of the screen, `plain` inside tables, so that forty rows stay quiet. */
export function Status({ of, look = 'pill', children }: StatusProps) {
  const say = kitText();
  const entry: Entry = states[of];
  return (
    <StatusShape {...entry} look={look} word={say(`status.${of}`)}>
      {children}
    </StatusShape>
  );
}
