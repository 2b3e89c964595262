import { join } from "node:path";
import type { Rolldown } from "vite";
import { screens } from "../app/screens.ts";

/** The modules of a build as far as chunks follow from them; answers null for a module that it does not have. */
export interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** From where chunks follow: module ids. */
export interface Entries {
  /** What the browser starts. */
  client: string;
  /** What every page runs beside it. */
  everyPage: readonly string[];
  /** The heaviest screen on the way to a ticket, and the others. */
  heaviest: string;
  others: readonly string[];
}

/** Texts that not every page waits for, and styles: the router links a route's own from its page. */
const staysWithRoute = (id: string): boolean => id.startsWith("\0virtual:texts-of/") || /\.css(\?|$)/.test(id);

/**
 * Says in which chunk a module of the browser goes that more than one page needs; modules without a name are left to the
 * bundler. `base` holds what every page runs, and what the heaviest screen on the way to a ticket shares with the others: one
 * file packs smaller than many and is fetched in one go. Of the rest, what the same screens need is a chunk. Entries stay
 * out, as they draw as soon as they run, and so does whatever brings texts or styles that not every page has.
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

/** The groups of the bundler for the shop. `server/first-view.test.ts` weighs the result. */
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
      // What only the screen itself needs stays with it.
      minShareCount: 2,
    },
  ];
}

function entriesOf(graph: ModuleGraph): Entries {
  const app = join(import.meta.dirname, "../app");
  /** The router compiles the browser's part of a route under an id of its own. */
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

/** `cart` of `.../cart.screen.tsx?...`. */
const nameOf = (id: string): string => /([^/]+?)(?:\.\w+)?\.tsx?(?:\?|$)/.exec(id)?.[1] ?? id;

/** These modules and all that they import; what is loaded when it is asked for does not count. */
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
