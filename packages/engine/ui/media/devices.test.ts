import { afterEach, expect, test, vi } from 'vitest';
import { barrier, canShareScreen, type DeviceTrouble, listDevices, noDevices, openScreen } from '#ui/media/devices.ts';
import { troubleWords } from '#ui/trouble-words.ts';

afterEach(() => vi.unstubAllGlobals());

const ask = () => Promise.reject(new Error('not asked here'));
const page = (kind: 'secure' | 'insecure', navigator: object) => {
  vi.stubGlobal('window', { isSecureContext: kind === 'secure' });
  vi.stubGlobal('navigator', navigator);
};

test('on a page that is not secure, devices and screen are told as insecure, whatever the browser has', async () => {
  for (const navigator of [{}, { mediaDevices: { getUserMedia: ask, getDisplayMedia: ask } }]) {
    page('insecure', navigator);
    expect(barrier()).toBe('insecure');
    expect(canShareScreen()).toBe(false);
    expect(await openScreen()).toEqual({ stream: null, trouble: 'insecure' });
    expect(await listDevices()).toBe(noDevices);
  }
});

test('on a secure page, a browser without the calls is told as unsupported, and one with them has no barrier', async () => {
  page('secure', {});
  expect(barrier()).toBe('unsupported');
  expect(await openScreen()).toEqual({ stream: null, trouble: 'unsupported' });
  page('secure', { mediaDevices: { getUserMedia: ask, getDisplayMedia: ask } });
  expect(barrier()).toBeNull();
  expect(canShareScreen()).toBe(true);
});

test('an insecure page is explained by the same sentence for microphone, camera, both and the screen', () => {
  const insecure: DeviceTrouble = 'insecure';
  const words = { title: 'trouble.insecure', help: 'trouble.insecureHelp' };
  for (const what of [{ mic: insecure }, { cam: insecure }, { mic: insecure, cam: insecure }, { screen: insecure }])
    expect(troubleWords(what)).toEqual(words);
});
