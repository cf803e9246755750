import type { DeviceTrouble } from '#ui/media/devices.ts';
import type { TextKey } from '#ui/text.ts';

export type TroubleWords = { title: TextKey; help: TextKey };

const both: Record<DeviceTrouble, TroubleWords> = {
  denied: { title: 'trouble.bothDenied', help: 'trouble.deniedHelp' },
  none: { title: 'trouble.bothNone', help: 'trouble.noneHelp' },
  busy: { title: 'trouble.bothBusy', help: 'trouble.busyHelp' },
  insecure: { title: 'trouble.insecure', help: 'trouble.insecureHelp' },
  unsupported: { title: 'trouble.unsupported', help: 'trouble.unsupportedHelp' },
  failed: { title: 'trouble.bothFailed', help: 'trouble.failedHelp' },
};
const micOnly: Record<DeviceTrouble, TroubleWords> = {
  ...both,
  denied: { title: 'trouble.micDenied', help: 'trouble.deniedHelp' },
  none: { title: 'trouble.micNone', help: 'trouble.micNoneHelp' },
  busy: { title: 'trouble.micBusy', help: 'trouble.busyHelp' },
  failed: { title: 'trouble.micFailed', help: 'trouble.failedHelp' },
};
const camOnly: Record<DeviceTrouble, TroubleWords> = {
  ...both,
  denied: { title: 'trouble.camDenied', help: 'trouble.deniedHelp' },
  none: { title: 'trouble.camNone', help: 'trouble.camNoneHelp' },
  busy: { title: 'trouble.camBusy', help: 'trouble.busyHelp' },
  failed: { title: 'trouble.camFailed', help: 'trouble.failedHelp' },
};
const screenOnly: Record<DeviceTrouble, TroubleWords> = {
  ...both,
  denied: { title: 'trouble.screenFailed', help: 'trouble.screenHelp' },
  none: { title: 'trouble.screenFailed', help: 'trouble.screenHelp' },
  busy: { title: 'trouble.screenFailed', help: 'trouble.screenHelp' },
  failed: { title: 'trouble.screenFailed', help: 'trouble.screenHelp' },
};

/** Which sentences explain a trouble. Both devices with one cause are one sentence; with two causes the microphone's comes first. */
export function troubleWords({
  mic,
  cam,
  screen,
}: {
  mic?: DeviceTrouble | null;
  cam?: DeviceTrouble | null;
  screen?: DeviceTrouble | null;
}): TroubleWords | null {
  if (mic && mic === cam) return both[mic];
  if (mic) return micOnly[mic];
  if (cam) return camOnly[cam];
  return screen ? screenOnly[screen] : null;
}
