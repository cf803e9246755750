import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * The path of a Chromium: the one named by CHROMIUM, one that the system has, Debian's package when we are root, else Playwright's.
 * Throws with a sentence when none can be had. Debian's headless shell is installed beside it, for `findShell`.
 */
export async function findBrowser(tell: (message: string) => void): Promise<string> {
  const given = process.env.CHROMIUM;
  if (given) {
    if (!isProgram(given)) throw new Error(`CHROMIUM names ${given}, which is not a program.`);
    return given;
  }
  if (onPath(chromiumNames) === undefined || onPath(shellNames) === undefined) installFromDebian(tell);
  return onPath(chromiumNames) ?? fromPlaywright(tell);
}

/**
 * Chromium without windows, which takes a third of the processor for a page and has neither the recorder of screens nor all of the
 * media stack: the one named by HEADLESS_SHELL, or one that the system has; null without one.
 */
export function findShell(): string | null {
  const given = process.env.HEADLESS_SHELL;
  if (given) return isProgram(given) ? given : null;
  return onPath(shellNames) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function installFromDebian(tell: (message: string) => void): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  tell("Installing Debian's Chromium and headless shell for the browser journeys");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell', 'fonts-noto-core'],
  ]) {
    const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) return;
  }
}

function fromPlaywright(tell: (message: string) => void): string {
  const file = chromium.executablePath();
  if (isProgram(file)) return file;
  tell("Downloading Playwright's Chromium for the browser journeys");
  const cli = join(dirname(resolve(import.meta.dirname, '../node_modules/playwright-core/package.json')), 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0 && isProgram(file)) return file;
  throw new Error('No Chromium was found and none could be installed. Install one, or name it: CHROMIUM=/path/to/chromium.');
}

/**
 * Chromium takes the last such list alone, so this one repeats Playwright's (`disabledFeatures` in playwright-core). The last two
 * features of it are hidden pages of the address bar, two for each window.
 */
const disabledFeatures =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup';

/** How journeys start it: no sandbox as root, and made-up camera and microphone where a meeting is held. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures}`,
] as const;
/** Ten frames a second show that a picture moves; twenty, as by default, are encoded and decoded for nothing. */
export const fakeMediaArguments = ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream'] as const;
