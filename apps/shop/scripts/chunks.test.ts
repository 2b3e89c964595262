import { expect, test } from "vitest";
import { assignChunks, type ModuleGraph } from "./chunks.ts";

const entries = {
  client: "/entry.client.tsx",
  everyPage: ["/root.tsx?route"],
  heaviest: "/product.screen.tsx?route",
  others: ["/home.screen.tsx?route", "/cart.screen.tsx?route"],
};

function chunksOf(imports: Record<string, string[]>): Record<string, string> {
  const graph: ModuleGraph = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) };
  return Object.fromEntries(assignChunks(graph, entries));
}

test("modules that every page runs are in the base chunk, with all their imports", () => {
  const imports = {
    "/entry.client.tsx": ["/react.js"],
    "/root.tsx?route": ["/document.tsx"],
    "/document.tsx": ["/link.tsx"],
  };
  expect(chunksOf(imports)).toEqual({ "/react.js": "base", "/document.tsx": "base", "/link.tsx": "base" });
});

test("modules shared with the heaviest screen are in the base chunk; others are in a chunk by their importers", () => {
  const imports = {
    "/product.screen.tsx?route": ["/price.tsx", "/choice.ts"],
    "/home.screen.tsx?route": ["/price.tsx", "/empty-state.tsx"],
    "/cart.screen.tsx?route": ["/price.tsx", "/empty-state.tsx", "/sum.ts"],
  };
  expect(chunksOf(imports)).toEqual({
    "/price.tsx": "base",
    "/choice.ts": "needed-by-product",
    "/empty-state.tsx": "needed-by-home-cart",
    "/sum.ts": "needed-by-cart",
  });
});

test("modules that wait for texts are left to the bundler, since no other page must wait for them", () => {
  const imports = {
    "/product.screen.tsx?route": ["/lines.tsx"],
    "/cart.screen.tsx?route": ["/lines.tsx"],
    "/lines.tsx": ["/line-words.ts", "/figures.ts"],
    "/line-words.ts": ["\0virtual:texts-of/cart"],
  };
  expect(chunksOf(imports)).toEqual({ "/figures.ts": "base" });
});

test("modules with styles are left to the bundler, since the router links the styles of a route's own chunk", () => {
  const imports = {
    "/root.tsx?route": ["/root.tsx"],
    "/root.tsx": ["/document.tsx", "/styles.css"],
    "/product.screen.tsx?route": ["/picture.tsx"],
    "/home.screen.tsx?route": ["/picture.tsx"],
    "/picture.tsx": ["/picture.css?url"],
  };
  expect(chunksOf(imports)).toEqual({ "/document.tsx": "base" });
});

test("entries are in no shared chunk, even if another entry imports them", () => {
  expect(chunksOf({ "/home.screen.tsx?route": ["/root.tsx?route"] })).toEqual({});
});
