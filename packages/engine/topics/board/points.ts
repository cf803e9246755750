/**
 * The points of a stroke as text: x and y in turn, in whole tenths of a unit and divided by blanks, each as the step from the point
 * before. The first is the step from where the stroke begins.
 */
const TENTHS = 10;

export type BoardPoint = { x: number; y: number };

export function encodePoints(points: readonly BoardPoint[]): string {
  let [x, y] = [0, 0];
  const steps = points.flatMap((point) => {
    const step = [Math.round(point.x * TENTHS) - x, Math.round(point.y * TENTHS) - y] as const;
    [x, y] = [x + step[0], y + step[1]];
    return step;
  });
  return steps.join(' ');
}

export function decodePoints(text: string): BoardPoint[] {
  const steps = text.split(' ').map(Number);
  let [x, y] = [0, 0];
  return Array.from({ length: Math.floor(steps.length / 2) }, (_, index) => {
    [x, y] = [x + (steps[2 * index] ?? 0), y + (steps[2 * index + 1] ?? 0)];
    return { x: x / TENTHS, y: y / TENTHS };
  });
}
