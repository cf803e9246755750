/** Sizes in CSS pixels. */
export type TileBox = { width: number; height: number };
/** `width` and `height` are those of one tile. */
export type TileGrid = { columns: number; rows: number; width: number; height: number };

export const GAP = 10;
/** Cameras are 16:9. A tile of 4:3 shows three quarters of their width; a narrower one would cut faces. */
const NARROWEST = 4 / 3;
const WIDEST = 16 / 9;
const PAGE_SIZES = [25, 20, 16, 12, 9, 6, 4] as const;
const PHONE_PAGE = 6;
const SMALLEST_TILE: TileBox = { width: 120, height: 84 };

/** The tiles of a camera's shape with the largest faces when so many are in the box. */
export function tileGridOf(count: number, box: TileBox): TileGrid {
  const best = { columns: 1, rows: 1, width: 0, height: 0, face: -1 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns) || 1;
    const cell = {
      width: Math.max(0, (box.width - GAP * (columns - 1)) / columns),
      height: Math.max(0, (box.height - GAP * (rows - 1)) / rows),
    };
    const width = Math.floor(Math.min(cell.width, cell.height * WIDEST));
    const height = Math.floor(Math.min(cell.height, width / NARROWEST));
    // faces are in the middle: what a tile has beyond 4:3 makes them no larger, so it counts little
    const core = Math.min(width, height * NARROWEST);
    const face = core + (width - core) / 10 - (columns * rows - count) / 100;
    if (face > best.face) Object.assign(best, { columns, rows, width, height, face });
  }
  const { columns, rows, width, height } = best;
  return { columns, rows, width, height };
}

/** How many people a page holds: the largest full grid whose tiles can still be made out. */
export function pageSizeOf(box: TileBox, device: 'phone' | 'desktop'): number {
  const most = device === 'phone' ? PHONE_PAGE : PAGE_SIZES[0];
  const fits = (size: number) => {
    const { width, height } = tileGridOf(size, box);
    return size <= most && width >= SMALLEST_TILE.width && height >= SMALLEST_TILE.height;
  };
  return PAGE_SIZES.find(fits) ?? 2;
}
