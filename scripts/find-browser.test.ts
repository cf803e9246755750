import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findBrowser, findShell } from '../e2e/browser.ts';

/** A program of that name in a folder of its own, which is searched first. */
function installed(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-browser-'));
  const file = join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  vi.stubEnv('PATH', folder);
  vi.stubEnv('HEADLESS_SHELL', '');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return file;
}

test('the headless shell of the system is found, and one that is named comes before it', () => {
  const shell = installed('chromium-headless-shell');
  expect(findShell()).toBe(shell);
  vi.stubEnv('HEADLESS_SHELL', process.execPath);
  expect(findShell()).toBe(process.execPath);
});

test('a headless shell that is named but is no program is none, so Chromium takes its place', () => {
  const shell = installed('chromium-headless-shell');
  vi.stubEnv('HEADLESS_SHELL', `${shell}-gone`);
  expect(findShell()).toBeNull();
});

test('a Chromium that is named but is no program is refused with a sentence', async () => {
  vi.stubEnv('CHROMIUM', '/no/such/chromium');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(findBrowser(() => {})).rejects.toThrow('CHROMIUM names /no/such/chromium, which is not a program.');
});
