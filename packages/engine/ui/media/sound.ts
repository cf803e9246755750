/** Plays the audio slots. Phones refuse sound without a tap: `blocked` tells, `resume` is called from the tap. */
export type MeetingSound = {
  play(streams: Record<string, MediaStream>): void;
  setSpeaker(id: string | null): void;
  resume(): void;
  stop(): void;
};

export function createSound(tell: (state: 'playing' | 'blocked') => void): MeetingSound {
  const players = new Map<string, HTMLAudioElement>();
  const held = { speaker: '' };
  const start = (player: HTMLAudioElement) =>
    player.play().then(
      () => tell('playing'),
      (error: unknown) => {
        // AbortError = a newer stream took the place; only a refusal needs the person.
        if (error instanceof Error && error.name === 'NotAllowedError') tell('blocked');
      },
    );
  const route = async (player: HTMLAudioElement) => {
    if ('setSinkId' in player && player.sinkId !== held.speaker) await player.setSinkId(held.speaker);
  };
  return {
    play(streams) {
      const heard = Object.entries(streams).filter(([, stream]) => stream.getAudioTracks().length > 0);
      const wanted = new Set(heard.map(([mid]) => mid));
      for (const [mid, player] of players) if (!wanted.has(mid)) silence(players, { mid, player });
      for (const [mid, stream] of heard) {
        const player = players.get(mid) ?? new Audio();
        if (player.srcObject === stream) continue;
        players.set(mid, player);
        player.srcObject = stream;
        void route(player)
          .catch(() => undefined)
          .then(() => start(player));
      }
    },
    setSpeaker(id) {
      held.speaker = id ?? '';
      // A device that was unplugged meanwhile: the browser goes on with its default.
      for (const player of players.values()) void route(player).catch(() => undefined);
    },
    resume: () => players.forEach((player) => void start(player)),
    stop: () => players.forEach((player, mid) => silence(players, { mid, player })),
  };
}

function silence(players: Map<string, HTMLAudioElement>, { mid, player }: { mid: string; player: HTMLAudioElement }): void {
  player.pause();
  player.srcObject = null;
  players.delete(mid);
}
