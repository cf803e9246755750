/** Less motion than the system asks for, chosen on this device. */
export type MotionChoice = 'system' | 'less';
const key = 'atrium.motion';

export const motionChosen = (): MotionChoice => (window.localStorage.getItem(key) === 'less' ? 'less' : 'system');

/** Counts at once, and from the next page's first paint on. */
export function chooseMotion(motion: MotionChoice): void {
  if (motion === 'less') window.localStorage.setItem(key, motion);
  else window.localStorage.removeItem(key);
  document.documentElement.toggleAttribute('data-still', motion === 'less');
}
