/** The calls that a program can make, read out of the product's own OpenAPI document. */
import * as z from 'zod/mini';

const schema = z.looseObject({});
/** One that is described elsewhere (`$ref`) has no name; headers are no business of ours. */
const parameter = z.looseObject({ name: z.optional(z.string()), in: z.optional(z.string()), required: z.optional(z.boolean()) });
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  'x-permission': z.optional(z.string()),
  parameters: z._default(z.array(parameter), []),
  requestBody: z.optional(z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.optional(schema) })) })),
});
const reference = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

export type OperationParameter = { name: string; in: 'path' | 'query'; required: boolean };
export type ApiOperation = {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  permission: string;
  parameters: OperationParameter[];
  /** A body to begin with, as JSON; null: the call takes none. */
  body: string | null;
};

type JsonShape = Readonly<Record<string, unknown>>;
const isShape = (value: unknown): value is JsonShape => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of the schema's form: what is required, with the simplest value that shows its kind. */
export function sampleOf(of: unknown): unknown {
  if (!isShape(of)) return null;
  if ('default' in of) return of['default'];
  if ('const' in of) return of['const'];
  const [first] = Array.isArray(of['enum']) ? of['enum'] : [];
  if (first !== undefined) return first;
  const choice = of['anyOf'] ?? of['oneOf'];
  if (Array.isArray(choice)) return sampleOf(choice[0]);
  if (of['type'] === 'array') return [];
  if (of['type'] === 'string') return '';
  if (of['type'] === 'boolean') return false;
  if (of['type'] === 'object') {
    const required = Array.isArray(of['required']) ? of['required'].map(String) : [];
    const properties = isShape(of['properties']) ? of['properties'] : {};
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name])]));
  }
  return of['type'] === 'null' ? null : 0;
}

/** The calls behind a permission, in the order of the document; what is open to all or for people alone is left out. */
export function operationsOf(document: unknown): ApiOperation[] {
  const { paths } = z.parse(reference, document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => {
      const { operationId: id, tags, summary, parameters, requestBody, 'x-permission': permission } = z.parse(operation, one);
      if (permission === undefined) return [];
      const json = requestBody?.content['application/json']?.schema;
      return {
        id,
        group: tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary,
        permission,
        parameters: parameters.flatMap(({ name, in: where, required }) =>
          name !== undefined && (where === 'path' || where === 'query') ? [{ name, in: where, required: required === true }] : [],
        ),
        body: json === undefined ? null : JSON.stringify(sampleOf(json), null, 2),
      };
    }),
  );
}

export type FilledRequest = { values: Readonly<Record<string, string>>; body: string };
/** Path and query of the call with what was typed in; empty fields of the query are left out. */
export function addressOf(
  { path, parameters }: Pick<ApiOperation, 'path' | 'parameters'>,
  values: FilledRequest['values'],
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = parameters
    .flatMap(({ name, in: where }) => (where === 'query' && values[name] ? [`${name}=${encodeURIComponent(values[name])}`] : []))
    .join('&');
  return query === '' ? filled : `${filled}?${query}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** The same call for a shell. The key is not written into it. */
export function curlOf(operation: ApiOperation, filled: FilledRequest, origin: string): string {
  const { method, body } = operation;
  return [
    `curl -X ${method} ${quoted(origin + addressOf(operation, filled.values))}`,
    `-H "Authorization: Bearer $ATRIUM_KEY"`,
    ...(method === 'GET' ? [] : [`-H "Idempotency-Key: $(uuidgen)"`]),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(filled.body)}`]),
  ].join(' \\\n  ');
}
