/** Office files become pages by LibreOffice, a program of its own, where it is installed. */
import { spawn } from 'node:child_process';
import { access, constants, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Ctx } from '#kit/server/ctx.ts';

const patience = 180_000;

const isThere = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

/** It needs nothing of our environment; its profile, macros off, lies in the folder. */
const run = (program: string, args: readonly string[], folder: string): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { HOME: folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: 'ignore',
      timeout: patience,
      killSignal: 'SIGKILL',
    });
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code));
  });

/** The path of the pages as PDF, or why there are none. */
export async function pagesOfOffice(
  ctx: Ctx,
  { file, folder, ending }: { file: string; folder: string; ending: string },
): Promise<{ pdf: string } | 'no_office' | 'office_failed'> {
  const program = ctx.config.libreOffice;
  if (!(await isThere(program, constants.X_OK))) return 'no_office';
  const source = path.join(folder, `pages.${ending}`);
  await rename(file, source);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
  const args = [profile, '--headless', '--norestore', '--convert-to', 'pdf', '--outdir', folder, source];
  const code = await run(program, args, folder);
  await rename(source, file);
  const pdf = path.join(folder, 'pages.pdf');
  return code === 0 && (await isThere(pdf, constants.R_OK)) ? { pdf } : 'office_failed';
}
