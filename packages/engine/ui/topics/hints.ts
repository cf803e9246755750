import type { ServerMessage } from '#protocol/messages.ts';

type HintMessage = Extract<ServerMessage, { t: 'hint' }>;
/** `by`: a member id. What it says is read by the schema of its topic. */
export type HintListener = (message: Pick<HintMessage, 'by' | 'hint'>) => void;
export type HintListeners = Set<{ topic: string; listener: HintListener }>;

export function listenToHints(listeners: HintListeners, listening: { topic: string; listener: HintListener }): () => void {
  listeners.add(listening);
  return () => void listeners.delete(listening);
}

export function tellHint(listeners: HintListeners, { topic, by, hint }: HintMessage): void {
  for (const one of listeners) if (one.topic === topic) one.listener({ by, hint });
}
