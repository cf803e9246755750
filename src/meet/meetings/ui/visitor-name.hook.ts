import { meetingLimits } from '../meetings.rules.ts';

const key = 'atrium.visitorName';

/** The name that a visitor of this device used last; empty where storage is refused. */
export function keptName(): string {
  try {
    return (window.localStorage.getItem(key) ?? '').slice(0, meetingLimits.guestName);
  } catch {
    return '';
  }
}

export function keepName(name: string): void {
  try {
    if (name !== '') window.localStorage.setItem(key, name);
  } catch {
    return;
  }
}
