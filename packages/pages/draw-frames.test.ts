import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

const texts = {
  latin: 'Größe',
  cyrillic: 'Вершина',
  arabic: 'القطع',
  devanagari: 'परवलय',
  japanese: '放物線',
  chinese: '抛物线',
};
const svg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="80"><text x="20" y="60" font-size="48" font-family="Inter, sans-serif">${text}</text></svg>`;

/** Draws in a process without the fonts of these lines. The pictures by name. */
async function drawText(without: RegExp): Promise<Map<string, string>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-frames-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const here = path.dirname(fileURLToPath(import.meta.url));
  const sandbox = path.join(here, '../sandbox');
  // beside the other, as its folders are named from there
  const bare = path.join(sandbox, `${path.basename(folder)}.conf`);
  fs.writeFileSync(bare, fs.readFileSync(path.join(sandbox, 'fonts.conf'), 'utf8').replaceAll(without, ''));
  onTestFinished(() => fs.rmSync(bare));
  const cut = {
    seen: { left: 0, top: 0, width: 400, height: 80 },
    drawn: { width: 400, height: 80 },
    ground: { left: 0, right: 0, top: 0, bottom: 0 },
  };
  const frames = Object.entries(texts).map(([name, text]) => ({ ...cut, svg: svg(text), over: 'page', file: `${name}.png` }));
  const page = { folder, page: null, width: 400, height: 80, groundColor: '#000000' };
  const program = `const { drawFrames } = await import('./draw-frames.ts');
    await drawFrames(${JSON.stringify(page)}, ${JSON.stringify(frames)});`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: here,
    env: { FONTCONFIG_FILE: bare },
    encoding: 'utf8',
  });
  expect(ran.stderr).not.toMatch(/Error/u);
  const pixels = async (name: string) =>
    (
      await sharp(path.join(folder, `${name}.png`))
        .raw()
        .toBuffer()
    ).toString('base64');
  return new Map(await Promise.all(Object.keys(texts).map(async (name) => [name, await pixels(name)] as const)));
}

test('words of all our scripts are letters, and not boxes, also where the machine has no fonts', async () => {
  const letters = await drawText(/<dir>\/usr.*\n/gu);
  const boxes = await drawText(/<dir.*\n/gu);
  for (const name of Object.keys(texts)) expect(letters.get(name), name).not.toBe(boxes.get(name));
});
