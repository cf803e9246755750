import type { XmlNode } from '#xml.ts';

/** The first child of this name. */
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** Children of this name; none when the parent is missing. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** Text of a child, `''` when it is missing. */
export function textOf(node: XmlNode | undefined, name: string): string {
  return childOf(node, name)?.text ?? '';
}

/** Text of a child without the blanks around it; addresses come wrapped in them. */
export function trimmedTextOf(node: XmlNode | undefined, name: string): string {
  return textOf(node, name).trim();
}

/** Whether a child says `true`. */
export function flagOf(node: XmlNode | undefined, name: string): boolean {
  return trimmedTextOf(node, name).toLowerCase() === 'true';
}

/** A whole number, 0 when it is missing or not one. */
export function numberOf(node: XmlNode | undefined, name: string): number {
  return optionalNumberOf(node, name) ?? 0;
}

/** A whole number, without decimals that a program adds, or `undefined`. */
export function optionalNumberOf(node: XmlNode | undefined, name: string): number | undefined {
  const text = trimmedTextOf(node, name);
  return /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** Children as a map from element name to text, e.g. metadata. */
export function entriesOf(node: XmlNode | undefined): Map<string, string> {
  return new Map((node?.children ?? []).map((child) => [child.name, child.text]));
}
