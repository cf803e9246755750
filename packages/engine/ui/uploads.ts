import * as z from 'zod/mini';

/** Why a file did not become slides, as far as one knows before it is opened. */
const uploadTroubles = [
  'bad-request',
  'not-allowed',
  'gone',
  'too-large',
  'too-many-decks',
  'disk-full',
  'unsupported',
  'not-sent',
] as const;
export type UploadTrouble = (typeof uploadTroubles)[number];

/** `sent`: the share of its bytes that went out. `deck`: the id of what it became. `then`: of several files one is shown. */
export type SlideUpload = {
  id: number;
  name: string;
  sent: number;
  deck: string | null;
  trouble: UploadTrouble | null;
  then: 'show' | 'keep';
};
export type SlideUploads = {
  subscribe(changed: () => void): () => void;
  get(): readonly SlideUpload[];
  /** With a trouble it is only shown, not sent. */
  add(file: File, plan: Pick<SlideUpload, 'trouble' | 'then'>): void;
  /** Takes it off the list, and stops it while it is being sent. */
  drop(id: number): void;
};

const answerShape = z.union([z.object({ deck: z.string() }), z.object({ error: z.enum(uploadTroubles) })]);

function readAnswer(body: string): Pick<SlideUpload, 'deck' | 'trouble'> {
  let raw: unknown = null;
  try {
    raw = JSON.parse(body);
  } catch {
    // a proxy in between answered with a page
  }
  const read = z.safeParse(answerShape, raw);
  if (!read.success) return { deck: null, trouble: 'not-sent' };
  return 'deck' in read.data ? { deck: read.data.deck, trouble: null } : { deck: null, trouble: read.data.error };
}

type UploadSending = { address: string; sessionToken: string; file: File };
/** No browser but Chromium tells how much of a `fetch` was sent. */
function send({ address, sessionToken, file }: UploadSending, change: (part: Partial<SlideUpload>) => void): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open('POST', `${address}?name=${encodeURIComponent(file.name)}`);
  request.setRequestHeader('x-session-token', sessionToken);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => change({ sent: loaded / Math.max(1, total) });
  request.onload = () => change({ sent: 1, ...readAnswer(request.responseText) });
  request.onerror = () => change({ trouble: 'not-sent' });
  request.send(file);
  return request;
}

/** Files on their way to the engine. They outlive the menu and the picture they were chosen in. */
export function createUploads({ base, sessionToken }: { base: string; sessionToken: string }): SlideUploads {
  let list: readonly SlideUpload[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const requests = new Map<number, XMLHttpRequest>();
  const set = (next: readonly SlideUpload[]) => {
    list = next;
    for (const changed of listeners) changed();
  };
  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    get: () => list,
    add(file, plan) {
      const id = ++last;
      set([...list, { id, name: file.name, sent: 0, deck: null, ...plan }]);
      if (plan.trouble !== null) return;
      const change = (part: Partial<SlideUpload>) => set(list.map((one) => (one.id === id ? { ...one, ...part } : one)));
      requests.set(id, send({ address: `${base}/session/deck`, sessionToken, file }, change));
    },
    drop(id) {
      requests.get(id)?.abort();
      requests.delete(id);
      set(list.filter((one) => one.id !== id));
    },
  };
}
