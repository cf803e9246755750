/** What is drawn on a page. One unit is a 1600th of the page's width, in both directions, whatever the page's shape is. */
import * as z from 'zod/mini';

export const BOARD = {
  /** The width of a page, in its units. */
  width: 1_600,
  /** Elements of a page and of a meeting, and characters of all elements of a meeting. */
  pageElements: 5_000,
  elements: 20_000,
  characters: 8_000_000,
  /** Elements of one command. */
  atOnce: 64,
  /** Characters of the points of a stroke, of a text and of a name. */
  points: 24_000,
  text: 2_000,
  label: 100,
  /** People who are chosen to draw. */
  chosen: 200,
} as const;

export const strokeKinds = ['pen', 'marker'] as const;
export const elementKinds = [...strokeKinds, 'rectangle', 'ellipse', 'line', 'arrow', 'text', 'note'] as const;
export type ElementKind = (typeof elementKinds)[number];
export const boardColors = ['black', 'red', 'blue', 'green', 'amber', 'purple'] as const;
export type BoardColor = (typeof boardColors)[number];
/** Of lines, and the size of letters. */
export const boardWidths = ['thin', 'medium', 'thick'] as const;
export type BoardWidth = (typeof boardWidths)[number];

const elementId = z.string().check(z.regex(/^[\w-]{6,24}$/));
/** A page and a little around it. */
const coordinate = z.number().check(z.gte(-BOARD.width), z.lte(3 * BOARD.width));
const length = z.number().check(z.gte(-4 * BOARD.width), z.lte(4 * BOARD.width));
const points = z.string().check(z.maxLength(BOARD.points), z.regex(/^(?:-?\d{1,6}(?: -?\d{1,6})*)?$/));

const drawnShape = {
  id: elementId,
  kind: z.enum(elementKinds),
  /** The upper left corner, and for lines and arrows where they begin. */
  x: coordinate,
  y: coordinate,
  /** Width and height. Of lines and arrows, from beginning to end: these may be negative. */
  w: length,
  h: length,
  color: z.enum(boardColors),
  width: z.enum(boardWidths),
  /** Of strokes, from `x` and `y` on (`encodePoints`); empty for all others. */
  points,
  /** Of texts and notes. */
  text: z.string().check(z.maxLength(BOARD.text)),
  /** What somebody called it, for those who do not see it. */
  label: z.string().check(z.maxLength(BOARD.label)),
};
/** As a page sends it. */
export const drawnElement = z.object(drawnShape);
export type DrawnElement = z.infer<typeof drawnElement>;

/** `by`: the member id of who drew it first, `name` their name then. */
export const boardElement = z.object({ ...drawnShape, by: z.string(), name: z.string() });
export type BoardElement = z.infer<typeof boardElement>;

/** `<deck>/<page>`. */
export const boardPage = z.string().check(z.regex(/^[\w-]{22}\/[1-9]\d{0,2}$/));
export const boardPageOf = ({ deck, page }: { deck: string; page: number }): string => `${deck}/${page}`;

export const elementIds = z.array(elementId).check(z.minLength(1), z.maxLength(BOARD.atOnce));

/** Who draws besides the presenter. `chosen`: member ids. */
export const drawers = z.object({
  who: z.enum(['presenter', 'everyone', 'chosen']),
  chosen: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(BOARD.chosen)),
});
export type BoardDrawers = z.infer<typeof drawers>;

const point = z.object({ x: coordinate, y: coordinate });
/** What somebody does on a page just now; null: nothing any more. It is passed on and not kept. */
export const boardHint = z.nullable(
  z.object({
    page: boardPage,
    cursor: z.nullable(point),
    /** The next points of a stroke; `from` counts those before. */
    stroke: z.nullable(
      z.object({
        id: elementId,
        kind: z.enum(strokeKinds),
        ...point.shape,
        color: z.enum(boardColors),
        width: z.enum(boardWidths),
        from: z.int().check(z.gte(0)),
        points,
      }),
    ),
    /** An element that is being drawn or changed, other than strokes. */
    draft: z.nullable(drawnElement),
    /** Elements that are being moved, and how far so far. */
    moved: z.nullable(z.object({ ids: elementIds, ...point.shape })),
  }),
);
export type BoardHint = z.infer<typeof boardHint>;
