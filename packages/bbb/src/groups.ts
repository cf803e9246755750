/** A named set of people for breakout rooms, as given on `create`. `roster` holds external user IDs. */
export type GroupParam = { id: string; name?: string; roster?: string[] };

/** Reads the JSON of the `groups` parameter. Anything that is not a list of groups is no group at all, as upstream does. */
export function readGroups(json: string): GroupParam[] {
  if (json === '') return [];
  const parsed = parseJson(json);
  return Array.isArray(parsed) ? parsed.flatMap(toGroup) : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toGroup(value: unknown): GroupParam[] {
  if (typeof value !== 'object' || value === null || !('id' in value)) return [];
  if (typeof value.id !== 'string' && typeof value.id !== 'number') return [];
  const group: GroupParam = { id: String(value.id) };
  if ('name' in value && typeof value.name === 'string') group.name = value.name;
  if ('roster' in value && Array.isArray(value.roster)) {
    group.roster = value.roster.flatMap((entry: unknown) =>
      typeof entry === 'string' || typeof entry === 'number' ? [String(entry)] : [],
    );
  }
  return [group];
}
