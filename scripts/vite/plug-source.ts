/** The source of a domain's plug, cut to what pages need. */
import { parseSync } from 'vite';

/** The plug without these of its properties (`server`, `http`, …), however it is laid out. */
export function withoutProperties(code: string, names: readonly string[]): string {
  const plugs = parseSync('plug.ts', code).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) => {
      const isPlug = init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'defineDomain';
      const plug = isPlug ? init.arguments[0] : undefined;
      return plug?.type === 'ObjectExpression' ? [plug] : [];
    });
  });
  const cuts = plugs.flatMap(({ properties, end }) =>
    properties.flatMap((property, at) => {
      const isNamed = property.type === 'Property' && property.key.type === 'Identifier' && names.includes(property.key.name);
      return isNamed ? [{ start: property.start, end: properties[at + 1]?.start ?? end - 1 }] : [];
    }),
  );
  return cuts.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
}
