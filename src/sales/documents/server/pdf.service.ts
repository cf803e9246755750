/** Files of invoices, made beside the event loop: a process of its own sets the pages while requests go on, and is gone when nobody prints. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { InvoiceDocument } from '../documents.rules.ts';
import type { Delivery, Order } from './pdf-worker.service.ts';
import type { Checked, PdfAFinding } from './pdfa.service.ts';

type Waiting = { order: Order; resolve: (made: Checked) => void; reject: (error: Error) => void };
/** Gets the reasons why a file is not PDF/A-3; such a file is made without the claim. */
export type Doubt = (findings: readonly PdfAFinding[]) => void;
export type Press = {
  /**
   * The document as PDF/A-3 with its XML inside, where it can have one, and its claim checked. Fails with what the compiler says, or when the
   * process dies of it.
   */
  print(doc: InvoiceDocument, doubt?: Doubt): Promise<Uint8Array>;
  /** Kills the process and fails what is being set; what waits goes on in a new one. */
  interrupt(): void;
};

/**
 * In milliseconds. `longest`: a document that is not set by then never will be. `idle`: after so long without work the fonts and the
 * memory of the compiler are given back.
 */
export type PressTimes = { longest: number; idle: number };
const usual: PressTimes = { longest: 60_000, idle: 60_000 };
const program = fileURLToPath(new URL('./pdf-worker.service.ts', import.meta.url));

type WorkerSlot = { child: ChildProcess | null; current: Waiting | null; timer: NodeJS.Timeout | undefined };

/** `crashed`: it died of the document, and was not killed. */
type Death = { error: Error; crashed: boolean };

function started(died: (child: ChildProcess, death: Death) => void): ChildProcess {
  // it needs nothing of our environment, and a native crash in it is not ours
  const child = fork(program, [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', (error) => died(child, { error, crashed: false }));
  child.on('exit', (code, signal) => {
    const error = new Error(`the process that sets invoices ended with ${signal ?? code}`);
    died(child, { error, crashed: signal !== 'SIGKILL' });
  });
  return child;
}

/** Whether the child keeps this process alive: while it works, and not when it waits. */
const hold = ({ child }: WorkerSlot): void => {
  child?.ref();
  child?.channel?.ref();
};
const release = ({ child }: WorkerSlot): void => {
  child?.unref();
  child?.channel?.unref();
};

/** One document at a time, so that only the one that kills the process is lost. The process starts with the first document. */
export function createPress({ longest, idle }: PressTimes = usual): Press {
  const queue: Waiting[] = [];
  const held: WorkerSlot = { child: null, current: null, timer: undefined };
  const rest = () => {
    release(held);
    const { child } = held;
    held.timer = setTimeout(() => {
      held.child = null;
      child?.kill('SIGKILL');
    }, idle).unref();
  };
  const finish = (tell: (one: Waiting) => void) => {
    const one = held.current;
    clearTimeout(held.timer);
    held.current = null;
    if (one !== null) tell(one);
    advance();
  };
  const died = (child: ChildProcess, { error, crashed }: Death) => {
    if (held.child !== child) return;
    held.child = null;
    finish((one) => {
      if (crashed && one.order.care === 'usual') queue.unshift({ ...one, order: { ...one.order, care: 'plain' } });
      else one.reject(error);
    });
  };
  const start = (): ChildProcess => {
    const child = started(died);
    child.on('message', (delivery: Delivery) =>
      finish(({ resolve, reject }) => ('pdf' in delivery ? resolve(delivery) : reject(new Error(delivery.failed)))),
    );
    return child;
  };
  function advance(): void {
    if (held.current !== null) return;
    const one = queue.shift();
    if (one === undefined) {
      rest();
      return;
    }
    clearTimeout(held.timer);
    held.current = one;
    const child = held.child ?? start();
    held.child = child;
    hold(held);
    held.timer = setTimeout(() => child.kill('SIGKILL'), longest);
    child.send(one.order);
  }
  return {
    async print(doc, doubt) {
      const { promise, resolve, reject } = Promise.withResolvers<Checked>();
      queue.push({ order: { doc, care: 'usual' }, resolve, reject });
      advance();
      const { pdf, findings } = await promise;
      if (findings.length > 0) doubt?.(findings);
      return pdf;
    },
    interrupt: () => void held.child?.kill('SIGKILL'),
  };
}

const press = createPress();
/**
 * The document as a PDF/A-3 file with its CII inside (Factur-X), or without one when it cannot be an e-invoice. Equal documents give equal
 * bytes. Ask `checkDocument` first: what it finds is printed as it is. A file whose structure is not PDF/A-3 (`checkPdfA`) is made as plain PDF
 * that claims nothing, and `doubt` gets the reasons.
 */
export const renderInvoice = async (doc: InvoiceDocument, doubt?: Doubt): Promise<Uint8Array> => await press.print(doc, doubt);
