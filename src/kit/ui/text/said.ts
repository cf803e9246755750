/** Names of namespaces, each once. */
function nameList(): { add: (name: string) => void; all: () => readonly string[] } {
  const names = new Set<string>();
  return { add: (name) => void names.add(name), all: () => [...names] };
}

/** Namespaces that the code which is loaded so far says: what a browser has to have of a language before it draws. */
export const usedNamespaces = nameList();
