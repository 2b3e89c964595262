import path from "node:path";

/** The files that each file imports; both as paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Files and folders in `folder` that import one another in a cycle. */
export interface ImportCycle {
  folder: string;
  members: readonly string[];
}

const importPattern = /(?:from\s+|import\s*\(\s*|import\s+)"([^"]+)"/g;

/** The module specifiers of a source text in order, including type-only, dynamic and re-exporting ones. */
export function specifiersOf(text: string): string[] {
  return [...text.matchAll(importPattern)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));
}

/** Builds the graph of `files`; `read` returns a file's text. Imports of anything outside `files` are left out. */
export function importGraph(files: readonly string[], read: (file: string) => string): ImportGraph {
  const known = new Set(files);
  return new Map(
    files.map((file) => [file, specifiersOf(read(file)).flatMap((specifier) => resolve(file, specifier, known) ?? [])]),
  );
}

/**
 * Finds the import cycles of every folder. In each folder, its files and sub-folders are the nodes, so that a cycle of files in different
 * folders is a cycle in their common folder: without cycles here there are none between files.
 */
export function importCycles(graph: ImportGraph): ImportCycle[] {
  return [...siblingGraphs(graph)]
    .flatMap(([folder, siblings]) => cyclicGroups(siblings).map((members) => ({ folder, members: members.sort() })))
    .sort((a, b) => a.folder.localeCompare(b.folder));
}

/** Packages publish their `src`, as their `exports` state. */
function resolve(file: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const [, name, inside] = /^@guichet\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined && !specifier.startsWith(".")) return undefined;
  const target =
    name === undefined ? path.join(path.dirname(file), specifier) : path.join("packages", name, "src", inside ?? "");
  return known.has(target) ? target : undefined;
}

/** For every folder that two importing files share: which of its children imports which. */
function siblingGraphs(graph: ImportGraph): Map<string, Map<string, Set<string>>> {
  const byFolder = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [file.split("/"), target.split("/")];
      const depth = from.findIndex((segment, index) => segment !== to[index]);
      const [child, other] = [from[depth], to[depth]];
      if (child === undefined || other === undefined) continue;
      const folder = from.slice(0, depth).join("/") || ".";
      const siblings = byFolder.get(folder) ?? new Map<string, Set<string>>();
      byFolder.set(folder, siblings.set(child, (siblings.get(child) ?? new Set()).add(other)));
    }
  }
  return byFolder;
}

/** The nodes that can reach themselves, grouped by mutual reachability. */
function cyclicGroups(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...edges.keys()].map((node) => [node, reachableFrom(node, edges)]));
  const groups: string[][] = [];
  for (const [node, reached] of reachable) {
    if (!reached.has(node) || groups.some((group) => group.includes(node))) continue;
    groups.push([...reached].filter((other) => reachable.get(other)?.has(node)));
  }
  return groups;
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(edges.get(start) ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    waiting.push(...(edges.get(node) ?? []));
  }
  return reached;
}
