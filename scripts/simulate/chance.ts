/** Random numbers that a seed repeats, and the distributions of a school morning. */

export type Chance = () => number;

/** Uniform numbers in [0, 1), 32 bits of state (the generator known as mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal (Box–Muller). */
export function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

export function logNormal(chance: Chance, shape: { median: number; sigma: number }): number {
  return shape.median * Math.exp(shape.sigma * normal(chance));
}

export function pareto(chance: Chance, shape: { least: number; alpha: number }): number {
  return shape.least / (1 - chance()) ** (1 / shape.alpha);
}
