/**
 * Contracts are written with `zod/mini` for the browser's sake, whose objects are parsed by a loop. The full zod brings the same
 * objects with a parser compiled per shape, a tenth of the time for a list; the server gives it to the schemas that it already has.
 */
import * as z from 'zod/mini';

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

/** Schemas directly inside: of an object its fields, of a list its items, of a choice its options, and so on. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const definition: object = schema._zod.def;
  return Object.values(definition).flatMap((part: unknown) => {
    if (isSchema(part)) return [part];
    return typeof part === 'object' && part !== null ? Object.values(part).filter(isSchema) : [];
  });
}

/** Gives compiled parsers to the schema and all within it. Answers and issues stay the same. Safe to call again. */
export function quicken(schema: z.core.$ZodType, known: Set<z.core.$ZodType> = new Set()): void {
  if (known.has(schema)) return;
  known.add(schema);
  if (schema instanceof z.core.$ZodObject) {
    const inner = schema._zod;
    const unchecked = inner.run === inner.parse;
    z.core.$ZodObjectJIT.init(schema, inner.def);
    // without checks, running is parsing: zod decided that when the schema was made
    if (unchecked) inner.run = inner.parse;
  }
  for (const part of partsOf(schema)) quicken(part, known);
}
