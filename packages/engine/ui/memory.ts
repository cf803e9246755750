import type { StageLayout } from '#protocol/page-wishes.ts';
import { plainChoice, type DeviceChoice } from '#ui/media/device-choice.ts';

/** A seat that a reload of the page may take back; empty: a new one is taken at once, with the same devices. Times are epoch milliseconds. */
export type KeptSeat = { seat: string; choice: DeviceChoice; at: number };

/** Storage may be refused (private windows, blocked cookies): then nothing is remembered. */
function read(area: () => Storage, key: string): unknown {
  try {
    return JSON.parse(area().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
function write(area: () => Storage, key: string, value: unknown): void {
  try {
    area().setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

const lasting = () => window.localStorage;
const ofTab = () => window.sessionStorage;
const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null;

/** Reads a stored choice; whatever does not fit falls back to the plain one. */
export function choiceFrom(raw: unknown): DeviceChoice {
  if (!isRecord(raw)) return plainChoice;
  const text = (x: unknown) => (typeof x === 'string' && x.length <= 500 ? x : null);
  const flag = (name: 'micOn' | 'camOn' | 'listenOnly') => {
    const x = raw[name];
    return typeof x === 'boolean' ? x : plainChoice[name];
  };
  return {
    micId: text(raw['micId']),
    camId: text(raw['camId']),
    speakerId: text(raw['speakerId']),
    micOn: flag('micOn'),
    camOn: flag('camOn'),
    listenOnly: flag('listenOnly'),
  };
}

export function rememberedChoice(): DeviceChoice {
  return choiceFrom(read(lasting, 'atrium.devices'));
}
/** The name is not kept here: it belongs to the page that asked for it. */
export function rememberChoice(choice: DeviceChoice): void {
  const { name: _name, ...rest } = choice;
  write(lasting, 'atrium.devices', rest);
}

/** Null: the person never chose one. */
export function rememberedLayout(): StageLayout | null {
  const layout = read(lasting, 'atrium.layout');
  return layout === 'speaker' || layout === 'grid' ? layout : null;
}
export function rememberLayout(layout: StageLayout): void {
  write(lasting, 'atrium.layout', layout);
}

/** Whether keys of one letter do something; the pages around the meeting read the same. */
export function rememberedKeys(): 'on' | 'off' {
  return read(lasting, 'atrium.keys') === 'off' ? 'off' : 'on';
}
export function rememberKeys(keys: 'on' | 'off'): void {
  write(lasting, 'atrium.keys', keys);
}

/** Whether Space opens the microphone while it is held. */
export function rememberedPushToTalk(): 'on' | 'off' {
  return read(lasting, 'atrium.pushToTalk') === 'off' ? 'off' : 'on';
}
export function rememberPushToTalk(pushToTalk: 'on' | 'off'): void {
  write(lasting, 'atrium.pushToTalk', pushToTalk);
}

/** Whether a host hears raised hands. */
export function rememberedHandSound(): 'on' | 'off' {
  return read(lasting, 'atrium.handSound') === 'off' ? 'off' : 'on';
}
export function rememberHandSound(sound: 'on' | 'off'): void {
  write(lasting, 'atrium.handSound', sound);
}

/** One slot per session token, and only of this tab. */
export function keptSeat(sessionToken: string): KeptSeat | null {
  const raw = read(ofTab, `atrium.seat.${sessionToken}`);
  if (!isRecord(raw) || typeof raw['seat'] !== 'string' || typeof raw['at'] !== 'number') return null;
  return { seat: raw['seat'], at: raw['at'], choice: choiceFrom(raw['choice']) };
}
export function keepSeat(sessionToken: string, kept: KeptSeat): void {
  write(ofTab, `atrium.seat.${sessionToken}`, kept);
}
export function forgetSeat(sessionToken: string): void {
  write(ofTab, `atrium.seat.${sessionToken}`, null);
}
