/** What a person chose before joining. Ids are those of `MediaDeviceInfo`; null = the browser's default. */
export type DeviceChoice = {
  micId: string | null;
  camId: string | null;
  speakerId: string | null;
  micOn: boolean;
  camOn: boolean;
  /** Joins with neither microphone nor camera: nothing is asked of the browser. */
  listenOnly: boolean;
  name?: string;
};

export const plainChoice: DeviceChoice = {
  micId: null,
  camId: null,
  speakerId: null,
  micOn: true,
  camOn: true,
  listenOnly: false,
};
