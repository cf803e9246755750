/** Two soft tones: one is let in, somebody knocks or raises a hand. Tones in hertz. Silent where the browser refuses sound. */
export function chime(tones: readonly [number, number]): void {
  const context = new AudioContext();
  if (context.state !== 'running') void context.resume();
  const start = context.currentTime + 0.02;
  tones.forEach((tone, i) => {
    const at = start + i * 0.16;
    const sound = context.createOscillator();
    const volume = context.createGain();
    sound.frequency.value = tone;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.09, at + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.5);
    sound.connect(volume).connect(context.destination);
    sound.start(at);
    sound.stop(at + 0.55);
  });
  setTimeout(() => void context.close(), 1500);
}

export const letIn = [523.25, 783.99] as const;
export const knocked = [659.25, 587.33] as const;
export const handRaised = [587.33, 880] as const;

/** The two tones of the door on the chosen speaker, so that one knows where the sound will come from. */
export function playTest(speakerId: string | null): void {
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  const player = new Audio();
  player.srcObject = out.stream;
  letIn.forEach((tone, i) => {
    const sound = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + 0.1 + i * 0.3;
    sound.frequency.value = tone;
    volume.gain.setValueAtTime(0.0005, at);
    volume.gain.exponentialRampToValueAtTime(0.2, at + 0.05);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.6);
    sound.connect(volume).connect(out);
    sound.start(at);
    sound.stop(at + 0.65);
  });
  const routed = speakerId && 'setSinkId' in player ? player.setSinkId(speakerId) : Promise.resolve();
  // An unplugged speaker: the usual one plays.
  void routed
    .catch(() => undefined)
    .then(() => player.play())
    .catch(() => undefined);
  setTimeout(() => {
    player.pause();
    void context.close();
  }, 1800);
}
