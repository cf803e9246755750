/** Files of invoices made by the worker, and what requests feel of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer, Stage } from './endpoint-stage.ts';
import { type BenchLine, lineOf } from './report.ts';

const wanted = 300;
/** Requests may take so much longer meanwhile. */
const slower = 1.2;

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function made({ owner }: Stage): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from invoices where papers_at is not null');
  return rows[0]?.n ?? 0;
}

/** Milliseconds in the middle of requests that come one after the other, with a pause between, until `ended`. */
async function felt(stage: Stage, customer: Customer, ended: () => boolean): Promise<number> {
  const url = `http://127.0.0.1:${stage.port}${customer.path('getMeetings', '')}`;
  const times: number[] = [];
  while (!ended()) {
    const began = performance.now();
    const answer = await fetch(url);
    if (!(await answer.text()).includes('SUCCESS')) throw new Error(`getMeetings answered ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(5);
  }
  return middle(times.slice(20));
}
const forMs = (ms: number) => {
  const until = performance.now() + ms;
  return () => performance.now() > until;
};

/** There must be more than 300 invoices without files. */
export async function measurePapers(stage: Stage, customer: Customer): Promise<BenchLine[]> {
  const before = await felt(stage, customer, forMs(4_000));
  const worker = await stage.startWorker();
  // its start is not what is measured
  const first = await made(stage);
  while ((await made(stage)) < first + 10) await sleep(100);
  const from = await made(stage);
  const began = performance.now();
  let done = 'no';
  const feeling = felt(stage, customer, () => done === 'yes');
  while ((await made(stage)) < from + wanted) await sleep(100);
  const ms = performance.now() - began;
  done = 'yes';
  const during = await feeling;
  await worker.stop();
  const after = await felt(stage, customer, forMs(4_000));
  return [
    lineOf('papers of invoices (PDF/A-3, CII, UBL): per second', (wanted * 1000) / ms, { unit: '/s' }),
    lineOf('papers of invoices: a request while they are made against one alone', during / ((before + after) / 2), {
      unit: 'ratio',
      atMost: slower,
    }),
  ];
}
