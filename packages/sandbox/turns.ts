/** Waiting work, taken from each turn after the other: an account with much work delays itself alone. */
export type WorkTurns<Work extends { turn: string }> = {
  readonly size: number;
  add(work: Work): void;
  /** The first work of who waited longest, among those that may go now. */
  take(mayGo: (turn: string) => boolean): Work | undefined;
  /** The newest work of who has most waiting. */
  dropLast(): Work | undefined;
  /** False: it does not wait. */
  drop(work: Work): boolean;
};

export function createTurns<Work extends { turn: string }>(): WorkTurns<Work> {
  // the order of a map is the order of turns: who was served is put at its end
  const lines = new Map<string, Work[]>();
  const put = (turn: string, line: Work[]) => {
    lines.delete(turn);
    if (line.length > 0) lines.set(turn, line);
  };
  return {
    get size() {
      return [...lines.values()].reduce((sum, line) => sum + line.length, 0);
    },
    add: (work) => {
      const line = lines.get(work.turn);
      if (line === undefined) lines.set(work.turn, [work]);
      else line.push(work);
    },
    take: (mayGo) => {
      for (const [turn, [work, ...others]] of lines) {
        if (!mayGo(turn)) continue;
        put(turn, others);
        return work;
      }
      return undefined;
    },
    dropLast: () => {
      const [turn, line] = [...lines].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      const work = line?.pop();
      if (turn !== undefined && line?.length === 0) lines.delete(turn);
      return work;
    },
    drop: (work) => {
      const line = lines.get(work.turn) ?? [];
      if (!line.includes(work)) return false;
      const rest = line.filter((one) => one !== work);
      // its turn stays where it was
      if (rest.length > 0) lines.set(work.turn, rest);
      else lines.delete(work.turn);
      return true;
    },
  };
}
