/** Measures how loud a stream is: calls back about 15 times a second with 0 (silence) to 1 (loud). Returns the way to stop. */
export function measureLevel(stream: MediaStream, heard: (level: number) => void): () => void {
  if (stream.getAudioTracks().length === 0) return () => undefined;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    heard(levelOf(samples));
  }, 66);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** Root mean square on a scale of decibels: −60 dB and below = 0, −12 dB and above = 1. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length);
  const decibels = 10 * Math.log10(power + 1e-10);
  return Math.min(1, Math.max(0, (decibels + 60) / 48));
}
