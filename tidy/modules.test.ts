import { describe, expect, it } from "vitest";
import { type ImportGraph, importCycles, importGraph, specifiersOf } from "./import-graph.ts";
import { read, sources } from "./tree.ts";

describe("modules", () => {
  const graph = importGraph(sources, read);

  it("import each other in one direction, in every folder", () => {
    expect(graph.size).toBeGreaterThan(500);
    expect(importCycles(graph)).toEqual([]);
  });
});

describe("the search for import cycles", () => {
  const graphOf = (edges: Record<string, string[]>): ImportGraph => new Map(Object.entries(edges));

  it("finds no cycle where every import goes down", () => {
    const diamond = { "src/a.ts": ["src/b.ts", "src/c.ts"], "src/b.ts": ["src/d.ts"], "src/c.ts": ["src/d.ts"] };
    expect(importCycles(graphOf(diamond))).toEqual([]);
  });

  it("finds files that import each other, directly or indirectly", () => {
    const graph = graphOf({
      "src/a.ts": ["src/b.ts"],
      "src/b.ts": ["src/a.ts"],
      "src/c.ts": ["src/d.ts", "src/a.ts"],
      "src/d.ts": ["src/e.ts"],
      "src/e.ts": ["src/c.ts"],
      "src/f.ts": ["src/c.ts"],
    });
    expect(importCycles(graph)).toEqual([
      { folder: "src", members: ["a.ts", "b.ts"] },
      { folder: "src", members: ["c.ts", "d.ts", "e.ts"] },
    ]);
  });

  it("finds folders that import each other although none of their files does", () => {
    const graph = graphOf({ "src/cart/a.ts": ["src/orders/b.ts"], "src/orders/c.ts": ["src/cart/d.ts"] });
    expect(importCycles(graph)).toEqual([{ folder: "src", members: ["cart", "orders"] }]);
  });

  it("finds a folder and a file next to it that import each other", () => {
    const graph = graphOf({ "src/call.ts": ["src/office/roles.ts"], "src/office/staff.ts": ["src/call.ts"] });
    expect(importCycles(graph)).toEqual([{ folder: "src", members: ["call.ts", "office"] }]);
  });

  it("finds a cycle deep in a folder and one between packages", () => {
    const graph = graphOf({
      "packages/a/src/x/one.ts": ["packages/a/src/x/two.ts", "packages/b/src/y.ts"],
      "packages/a/src/x/two.ts": ["packages/a/src/x/one.ts"],
      "packages/b/src/y.ts": ["packages/a/src/z.ts"],
    });
    expect(importCycles(graph)).toEqual([
      { folder: "packages", members: ["a", "b"] },
      { folder: "packages/a/src/x", members: ["one.ts", "two.ts"] },
    ]);
  });

  it("reads type-only, dynamic, bare and re-exporting imports, by path and by package", () => {
    const texts: Record<string, string> = {
      "packages/a/src/one.ts": 'import type { Two } from "./two.ts";\nexport { x } from "../src/three.ts";',
      "packages/a/src/two.ts": 'const later = () => import("./three.ts");\nimport "@guichet/b/deep/four.ts";',
      "packages/a/src/three.ts": 'import { readFile } from "node:fs/promises";\nimport "./not-there.ts";',
      "packages/b/src/deep/four.ts": 'import {\n  type One,\n} from "@guichet/a/one.ts";',
    };
    expect(specifiersOf(texts["packages/a/src/two.ts"] ?? "")).toEqual(["./three.ts", "@guichet/b/deep/four.ts"]);
    const graph = importGraph(Object.keys(texts), (file) => texts[file] ?? "");
    expect(Object.fromEntries(graph)).toEqual({
      "packages/a/src/one.ts": ["packages/a/src/two.ts", "packages/a/src/three.ts"],
      "packages/a/src/two.ts": ["packages/a/src/three.ts", "packages/b/src/deep/four.ts"],
      "packages/a/src/three.ts": [],
      "packages/b/src/deep/four.ts": ["packages/a/src/one.ts"],
    });
    expect(importCycles(graph)).toEqual([{ folder: "packages", members: ["a", "b"] }]);
  });
});
