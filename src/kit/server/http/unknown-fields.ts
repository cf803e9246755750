/** Fields that nobody declared: a body that holds one is refused, so that a misspelt or a hoped-for field is not passed over in silence. */
import * as z from 'zod/mini';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands inside of `optional`, `nullable`, `default` and the like. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const definition: object = schema._zod.def;
  const inner = 'innerType' in definition ? definition.innerType : 'in' in definition ? definition.in : null;
  return inner instanceof z.core.$ZodType ? bare(inner) : schema;
}

/**
 * Paths ("people.0.role") of the fields in `value` that the schema does not know, in lists and objects within too. An object whose
 * schema says itself what becomes of further fields (strict, loose, catch-all) is left to that, and so are choices between schemas.
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path: readonly string[] = []): string[] {
  const within = bare(schema);
  if (within instanceof z.core.$ZodArray && Array.isArray(value))
    return value.flatMap((one: unknown, at) => unknownFields(within._zod.def.element, one, [...path, String(at)]));
  if (!(within instanceof z.core.$ZodObject) || !isRecord(value)) return [];
  const { shape, catchall } = within._zod.def;
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field !== undefined) return unknownFields(field, inner, [...path, key]);
    return catchall === undefined ? [[...path, key].join('.')] : [];
  });
}
