import { importGraph } from "../../tidy/import-graph.ts";
import { files, isCode, isTest, read } from "../../tidy/tree.ts";

/** A test that imports one of these, directly or not, needs the PostgreSQL of the tests. */
const databaseModules = ["apps/ticket-api/src/testing/database.ts"];
/** A test that imports one of these needs built pages. */
const pagesModules = ["apps/shop/testing/built-pages.ts", "apps/office/server/office-peer.ts"];
/** Tests start programs by themselves or through these files. */
const isForTests = (file: string) => isTest(file) || file.startsWith("e2e/");
const startsPrograms = /from "node:child_process"/;

/** The test files by what they need before they run, each once, as paths from the project's root. */
export interface TestsByNeed {
  /** Nothing. */
  unit: string[];
  /** Tests of the Ticket API on a database, and those that start its programs. */
  ticketApi: string[];
  /** Built pages. */
  pages: string[];
  /** Whole programs, with a database and built pages. */
  programs: string[];
}

/** Sorts the tests by what they import, so that a unit test starts without PostgreSQL and without a build. */
export function testsByNeed(): TestsByNeed {
  const code = files.filter(isCode);
  const graph = importGraph(code, read);
  const starters = code.filter((file) => isForTests(file) && startsPrograms.test(read(file)));
  const importers = importersOf(graph);
  const [database, pages, programs] = [databaseModules, pagesModules, starters].map((modules) =>
    reachedFrom(modules, importers),
  );
  const sorted: TestsByNeed = { unit: [], ticketApi: [], pages: [], programs: [] };
  for (const file of code.filter((one) => /\.test\.tsx?$/.test(one))) sorted[needOf(file)].push(file);
  return sorted;

  function needOf(file: string): keyof TestsByNeed {
    const [onDatabase, onPages, startsSome] = [database, pages, programs].map((reached) => reached?.has(file) ?? false);
    if (!onDatabase && !onPages && !startsSome) return "unit";
    if (file.startsWith("apps/ticket-api/")) return "ticketApi";
    return onPages && !onDatabase && !startsSome ? "pages" : "programs";
  }
}

function importersOf(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  }
  return importers;
}

/** These files and all files that import one of them, directly or not. */
function reachedFrom(start: readonly string[], importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return reached;
}
