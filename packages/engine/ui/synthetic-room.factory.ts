import { after, facts, member, source, welcome } from '#ui/state.factory.ts';
import type { MeetingState } from '#ui/state.ts';

/** Cameras of 16:9, as browsers give them. */
export const camera = { width: 640, height: 360 };
const names = ['Priya Nair', 'Jonas Weber', 'Aylin Demir', 'Kenji Mori', 'Ada Okafor', 'Greta Olsen', 'يوسف حداد', 'Mateo Silva'];

function drawnCamera(ground: string): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), camera);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, camera.width, camera.height);
  pen.fillStyle = '#e8c39e';
  pen.arc(camera.width / 2, camera.height / 2, 90, 0, 7);
  pen.fill();
  pen.strokeStyle = '#c00';
  pen.lineWidth = 16;
  pen.strokeRect(0, 0, camera.width, camera.height);
  return canvas.captureStream(5);
}

/** So many people, you among them; every second one with a camera. */
export function roomOf(count: number, { screen }: { screen?: 'shared' } = {}): MeetingState {
  const others = Array.from({ length: count - 1 }, (_, i) =>
    member(`p${i}`, {
      name: `${names[i % names.length]} ${i + 1}`,
      joinedAt: i + 10,
      role: i === 1 ? 'moderator' : 'viewer',
      sources: [
        ...(i % 2 === 0 ? [source(`p${i}`, 'cam')] : []),
        ...(screen !== undefined && i === 1 ? [source(`p${i}`, 'screen')] : []),
      ],
    }),
  );
  const state = after([
    welcome({
      meeting: { ...facts, recording: 'on', consent: 'all' },
      members: [member('me', { role: 'moderator' }), ...others],
    }),
  ]);
  const shown = others.flatMap(({ sources }) => sources.map(({ id }) => id));
  return {
    ...state,
    slots: { rev: 1, map: Object.fromEntries(shown.map((id) => [`v-${id}`, id])), paused: [] },
    streams: Object.fromEntries(
      shown.map((id, i) => [`v-${id}`, drawnCamera(id.endsWith('screen') ? '#ffffff' : `hsl(${i * 47} 40% 60%)`)]),
    ),
  };
}
