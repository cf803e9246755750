/** The plainest value of a schema, for tests that name only what they are about: empty texts, zeros, nulls, empty lists. */
import type * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

function plainest(schema: $ZodType): unknown {
  // cast: every schema of zod is one of these; its own types know only the base
  const def = (schema as $ZodTypes)._zod.def;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([name, one]) => (one._zod.def.type === 'optional' ? [] : [[name, plainest(one)]])),
      );
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return def.options[0] === undefined ? undefined : plainest(def.options[0]);
    case 'record':
      return {};
    case 'tuple':
      return def.items.map(plainest);
    case 'pipe':
      return plainest(def.in);
    case 'default':
      return def.defaultValue;
    case 'readonly':
      return plainest(def.innerType);
    default:
      return null;
  }
}

/** @example sampleOf(roomsCalls.get.result, { name: 'Staff room' }) */
export const sampleOf = <S extends z.ZodMiniType>(schema: S, own: Partial<z.output<S>>): z.output<S> => ({
  // cast: made by the schema itself
  ...(plainest(schema) as z.output<S> & object),
  ...own,
});
