/** A reporter of vitest: shows how far a run has come, and writes its outcome as JSON to the file that ATRIUM_TEST_REPORT names. */
import { writeFileSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileResult } from './suites.ts';

/** The terminal or log of the person who waits: `runTool` opens it, since the reporter's own output is kept for failures. */
const screen = 3;
const logMilliseconds = 15_000;
const terminalMilliseconds = 1000;

function fileResult(module: TestModule): FileResult {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName);
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    file: module.moduleId,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    // a file that cannot be loaded, or whose hooks failed, counts as one failure
    failed: module.state() === 'failed' && failed.length === 0 ? ['the file itself'] : failed,
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
  };
}

/** Vitest calls it with `new`. */
export default function progressReporter(): Reporter {
  const terminal = isatty(screen);
  const running = new Set<string>();
  const began = performance.now();
  let total = 0;
  let done = 0;

  const show = () => {
    const each = (performance.now() - began) / done;
    const left = done < 3 ? '' : `, about ${Math.ceil((each * (total - done)) / 60_000)} min left`;
    const line = `  ${done} of ${total} files${left}: ${[...running].join(', ')}`;
    writeSync(screen, terminal ? `\r\u001b[K${line.slice(0, 100)}` : `${line}\n`);
  };
  const timer = setInterval(show, terminal ? terminalMilliseconds : logMilliseconds);
  timer.unref();
  return {
    onTestRunStart: (specifications) => {
      total = specifications.length;
    },
    onTestModuleStart: (module) => {
      running.add(module.relativeModuleId);
    },
    onTestModuleEnd: (module) => {
      running.delete(module.relativeModuleId);
      done += 1;
    },
    onTestRunEnd: (modules) => {
      clearInterval(timer);
      if (terminal) writeSync(screen, '\r\u001b[K');
      const report = process.env.ATRIUM_TEST_REPORT;
      if (report !== undefined) writeFileSync(report, JSON.stringify(modules.map(fileResult)));
    },
  };
}
