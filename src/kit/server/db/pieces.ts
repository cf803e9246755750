/** The most rows of an insert: a statement of PostgreSQL takes 65 535 parameters, and no table here has as many as 60 columns. */
const MOST_ROWS = 1_000;

/** Rows in their order, in pieces that one insert takes; none for none. */
export function inPieces<Row>(rows: readonly Row[], most: number = MOST_ROWS): Row[][] {
  const pieces: Row[][] = [];
  for (let at = 0; at < rows.length; at += most) pieces.push(rows.slice(at, at + most));
  return pieces;
}
