import { join } from "node:path";
import type { Rolldown } from "vite";
import { screens } from "../app/screens.ts";

/** The module graph of a build, as needed to assign chunks; returns null for an unknown module. */
export interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** The ids of the modules that determine the chunks. */
export interface Entries {
  /** The browser's entry module. */
  client: string;
  /** The other modules that every page runs. */
  everyPage: readonly string[];
  /** The largest screen of the purchase, and the other screens. */
  heaviest: string;
  others: readonly string[];
}

/** Texts that only some pages need, and styles: the router links a route's styles from its page. */
const staysWithRoute = (id: string): boolean => id.startsWith("\0virtual:texts-of/") || /\.css(\?|$)/.test(id);

/**
 * Assigns a chunk to each browser module used by more than one page; modules without a name are left to the bundler.
 * `base` contains what every page runs and what the largest screen of the purchase shares with others: one file
 * compresses better and needs one request. Other modules used by the same screens share a chunk. Entries are excluded
 * because they render as soon as they run, and so are modules that load page-specific texts or styles.
 */
export function assignChunks(
  graph: ModuleGraph,
  { client, everyPage, heaviest, others }: Entries,
): Map<string, string> {
  const screenIds = [heaviest, ...others];
  const entries = new Set([client, ...everyPage, ...screenIds]);
  const reached = screenIds.map((id) => reachedFrom([id], graph));
  const chunks = new Map<string, string>();
  const mayMove = (id: string) => ![...reachedFrom([id], graph)].some(staysWithRoute);
  for (const id of reachedFrom([client, ...everyPage], graph)) if (mayMove(id)) chunks.set(id, "base");
  for (const id of new Set(reached.flatMap((ids) => [...ids]))) {
    if (chunks.has(id) || !mayMove(id)) continue;
    const needing = screenIds.filter((_, index) => reached[index]?.has(id));
    const isShared = needing.length > 1 && needing.includes(heaviest);
    chunks.set(id, isShared ? "base" : `needed-by-${needing.map(nameOf).join("-")}`);
  }
  for (const id of entries) chunks.delete(id);
  return chunks;
}

/** The bundler's chunk groups for the shop. `server/first-view.test.ts` checks the size of the result. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | undefined;
  const chunkOf = (id: string, graph: ModuleGraph) => {
    chunks ??= assignChunks(graph, entriesOf(graph));
    return chunks.get(id);
  };
  return [
    { name: (id, graph) => (chunkOf(id, graph) === "base" ? "base" : null) },
    {
      name(id, graph) {
        const chunk = chunkOf(id, graph);
        return chunk === undefined || chunk === "base" ? null : chunk;
      },
      // Modules used by a single screen stay in its chunk.
      minShareCount: 2,
    },
  ];
}

function entriesOf(graph: ModuleGraph): Entries {
  const app = join(import.meta.dirname, "../app");
  /** The router compiles the browser part of a route under a separate id. */
  const routeId = (file: string): string => {
    const id = `${join(app, file)}?__react-router-build-client-route`;
    if (graph.getModuleInfo(id) === null) throw new Error(`Chunks follow from ${file}, which is no route of the shop`);
    return id;
  };
  return {
    client: join(app, "entry.client.tsx"),
    everyPage: ["root.tsx", "layout/default-layout.tsx", "layout/empty-layout.tsx"].map(routeId),
    heaviest: routeId(screens.product),
    others: [screens.home, screens.cart].map(routeId),
  };
}

/** Returns `cart` for `.../cart.screen.tsx?...`. */
const nameOf = (id: string): string => /([^/]+?)(?:\.\w+)?\.tsx?(?:\?|$)/.exec(id)?.[1] ?? id;

/** The given modules and everything that they import statically; dynamic imports are ignored. */
function reachedFrom(start: readonly string[], graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const waiting = [...start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
