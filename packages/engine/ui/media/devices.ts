/** Why a microphone, camera or screen could not be opened, in the categories that people can do something about. */
export type DeviceTrouble = 'denied' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';
export type OpenedDevice = { stream: MediaStream; trouble: null } | { stream: null; trouble: DeviceTrouble };
export type DeviceList = { mics: MediaDeviceInfo[]; cams: MediaDeviceInfo[]; speakers: MediaDeviceInfo[] };

export const noDevices: DeviceList = { mics: [], cams: [], speakers: [] };

const byName: Record<string, DeviceTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  PermissionDeniedError: 'denied',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
  TypeError: 'unsupported',
};

/** Sorts the errors of getUserMedia and getDisplayMedia (Media Capture and Streams, §10.2.1) and their older names. */
export function troubleOf(error: unknown): DeviceTrouble {
  return (error instanceof Error && byName[error.name]) || 'failed';
}

/** Browsers hide `mediaDevices` from pages without a secure context. Null = devices can be asked for. */
export function barrier(): DeviceTrouble | null {
  if (!window.isSecureContext) return 'insecure';
  return 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices ? null : 'unsupported';
}

export function canShareScreen(): boolean {
  return window.isSecureContext && 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
}

export function canChooseSpeaker(): boolean {
  return 'setSinkId' in HTMLMediaElement.prototype;
}

/** Phones stop the camera in the background and cannot share the screen; a pointer that is only coarse tells them apart. */
export function isPhone(): boolean {
  return window.matchMedia('(pointer: coarse) and (hover: none)').matches;
}

async function open(constraints: MediaStreamConstraints): Promise<OpenedDevice> {
  const stopped = barrier();
  if (stopped) return { stream: null, trouble: stopped };
  try {
    return { stream: await navigator.mediaDevices.getUserMedia(constraints), trouble: null };
  } catch (error) {
    return { stream: null, trouble: troubleOf(error) };
  }
}

/** Opens the wanted device; when it is gone, the browser's default one. */
async function openOr(
  deviceId: string | null,
  constraintsOf: (id: ConstrainDOMString | undefined) => MediaStreamConstraints,
): Promise<OpenedDevice> {
  if (!deviceId) return open(constraintsOf(undefined));
  const wanted = await open(constraintsOf({ exact: deviceId }));
  return wanted.trouble === 'none' ? open(constraintsOf(undefined)) : wanted;
}

export function openMic(deviceId: string | null): Promise<OpenedDevice> {
  return openOr(deviceId, (id) => ({
    audio: { ...(id && { deviceId: id }), echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  }));
}

/** 640 × 360 at 24 frames: what two layers of 600 and 150 kbit/s can carry. */
export function openCam(deviceId: string | null): Promise<OpenedDevice> {
  return openOr(deviceId, (id) => ({
    video: {
      ...(id ? { deviceId: id } : { facingMode: 'user' }),
      width: { ideal: 640 },
      height: { ideal: 360 },
      frameRate: { ideal: 24, max: 30 },
    },
  }));
}

/** Asks for microphone and camera in one question, where the browser has not answered for either yet. What came is for holding only. */
export async function askForBoth(): Promise<MediaStream | null> {
  if (barrier() || !(await undecided('microphone')) || !(await undecided('camera'))) return null;
  return (await open({ audio: true, video: true })).stream;
}

/** Browsers that do not tell are taken as decided: each device is asked for by itself then. */
async function undecided(name: 'microphone' | 'camera'): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name })).state === 'prompt';
  } catch {
    return false;
  }
}

/** The browser asks what to share; its sound comes along where browser and person allow it. */
export async function openScreen(): Promise<OpenedDevice> {
  if (!canShareScreen()) return { stream: null, trouble: window.isSecureContext ? 'unsupported' : 'insecure' };
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 10, max: 15 } }, audio: true });
    return { stream, trouble: null };
  } catch (error) {
    return { stream: null, trouble: troubleOf(error) };
  }
}

/** Labels are empty until a permission was given. */
export async function listDevices(): Promise<DeviceList> {
  if (barrier()) return noDevices;
  const all = await navigator.mediaDevices.enumerateDevices();
  const of = (kind: MediaDeviceKind) => all.filter((d) => d.kind === kind && d.deviceId !== '');
  return { mics: of('audioinput'), cams: of('videoinput'), speakers: of('audiooutput') };
}

/** Calls back when a device was plugged in or out. Returns the way to stop. */
export function watchDevices(changed: () => void): () => void {
  if (barrier()) return () => undefined;
  navigator.mediaDevices.addEventListener('devicechange', changed);
  return () => navigator.mediaDevices.removeEventListener('devicechange', changed);
}

export function stopStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
