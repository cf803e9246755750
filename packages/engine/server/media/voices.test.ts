import { describe, expect, it } from 'vitest';
import type { RoomSource } from './model.ts';
import { createVoice, rankVoices, sameSpeakers, speakersNow, tickVoice } from './voices.ts';

function voice(seat: string, change: Partial<RoomSource> = {}): RoomSource {
  const source: RoomSource = {
    id: `${seat}:mic`,
    seat,
    key: 'mic',
    source: 'mic',
    kind: 'audio',
    streams: [],
    blocked: false,
    voice: createVoice(),
  };
  return { ...source, ...change };
}
function talk(source: RoomSource, loudness: number, ticks: number): void {
  for (let tick = 0; tick < ticks; tick += 1) {
    source.voice.peak = loudness;
    tickVoice(source.voice, tick * 300);
  }
}

describe('voices', () => {
  it('are ranked by how loud they were for a while, not for a moment', () => {
    const [ada, ben] = [voice('ada'), voice('ben')];
    talk(ada, 100, 10);
    talk(ben, 127, 1);
    expect(rankVoices([ben, ada]).map((source) => source.seat)).toEqual(['ada', 'ben']);
  });
  it('that are blocked are not heard', () => {
    const ada = voice('ada', { blocked: true });
    talk(ada, 120, 10);
    expect(rankVoices([ada])).toEqual([]);
    expect(speakersNow([ada], [], 3_000)).toEqual([]);
  });
  it('do not push shared sound away', () => {
    const film = voice('cleo', { id: 'cleo:screen-audio', source: 'screen-audio' });
    const ada = voice('ada');
    talk(ada, 127, 20);
    expect(rankVoices([ada, film])[0]).toBe(film);
  });
  it('are shown as speaking from the first loud moment until a second after the last', () => {
    const ada = voice('ada');
    talk(ada, 90, 1);
    expect(speakersNow([ada], [], 1_199)).toEqual(['ada']);
    expect(speakersNow([ada], [], 1_201)).toEqual([]);
  });
  it('are not shown for noise in the room', () => {
    const ada = voice('ada');
    talk(ada, 60, 20);
    expect(speakersNow([ada], [], 6_000)).toEqual([]);
  });
  it('lead until another is clearly louder', () => {
    const [ada, ben] = [voice('ada'), voice('ben')];
    talk(ada, 90, 10);
    talk(ben, 95, 10);
    expect(speakersNow([ada, ben], ['ada'], 2_000)).toEqual(['ada', 'ben']);
    talk(ben, 120, 10);
    expect(speakersNow([ada, ben], ['ada'], 2_000)).toEqual(['ben', 'ada']);
  });
  it('are news when others speak or another leads', () => {
    expect(sameSpeakers(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(true);
    expect(sameSpeakers(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameSpeakers(['a'], ['a', 'b'])).toBe(false);
  });
});
