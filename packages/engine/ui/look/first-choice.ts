import type { EnterResponse } from '#protocol/entering.ts';
import type { DeviceChoice } from '#ui/media/device-choice.ts';

/** Whether the program that sent the person wants no green room. Who comes back after leaving is not there for the first time. */
export function entersDirectly({ page }: EnterResponse, visit: 'first' | 'again'): boolean {
  const wish = page?.person.greenRoom;
  return wish === 'skipped' || (wish === 'at-first' && visit === 'first');
}

/** What the browser remembers, but for the devices that the program wants on or off. */
export function wishedChoice(choice: DeviceChoice, entered: EnterResponse | null): DeviceChoice {
  const { mic = null, cam = null } = entered?.page?.person ?? {};
  const micOn = mic === null ? choice.micOn : mic === 'on';
  const camOn = cam === null ? choice.camOn : cam === 'on';
  return mic === null && cam === null ? choice : { ...choice, micOn, camOn, listenOnly: !micOn && !camOn };
}
