import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** What a program answered; `output` holds both of its streams in order of arrival, `result` only what it printed. */
export type ToolResult = { code: number; output: string; result: string };

/** Runs a program of the dependencies, found by name, and waits for its end. `niceness`: 1 to 19 leaves the processors to others first. */
export function runTool(
  program: string,
  args: string[],
  options: { root: string; env?: Record<string, string>; niceness?: number },
): Promise<ToolResult> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: options.root,
      // the fourth is the reader's screen, for a program that shows its progress there
      stdio: ['ignore', 'pipe', 'pipe', 1],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    });
    if (child.pid !== undefined && options.niceness !== undefined) setPriority(child.pid, options.niceness);
    let output = '';
    let result = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      result += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.on('error', (error) => done({ code: 127, output: `${program}: ${error.message}`, result }));
    child.on('close', (code) => done({ code: code ?? 1, output, result }));
  });
}

/** Lines of an answer that say something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
