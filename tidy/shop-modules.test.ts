import path from "node:path";
import { describe, expect, it } from "vitest";
import { importGraph } from "./import-graph.ts";
import { read, sources } from "./tree.ts";

const app = "apps/shop/app";
const filesPerFolderMax = 30;
/** The file beside the modules that every module may import; the others there stand above all. */
const below = "paths.ts";

const order = [...read("docs/architecture-shop.md").matchAll(/^\d+\. `([\w-]+)`/gm)].map(([, name]) => name ?? "");
const shop = sources.filter((file) => file.startsWith(`${app}/`));
/** The module of a file, or the file's own name where it stands beside the modules. */
const moduleOf = (file: string): string => file.split("/")[3] ?? "";
const modules = new Set(shop.map(moduleOf).filter((name) => !name.includes(".")));

function rankOf(name: string): number {
  if (name === below) return -1;
  return name.includes(".") ? order.length : order.indexOf(name);
}

describe("modules of the shop", () => {
  it("stand in the order of docs/architecture-shop.md, each once", () => {
    expect(modules.size).toBeGreaterThan(20);
    expect(order.filter((name) => name !== "locales").sort()).toEqual(
      [...modules].filter((name) => name !== "locales").sort(),
    );
  });

  it("import only what stands below them", () => {
    const wrong: string[] = [];
    for (const [file, targets] of importGraph(shop, read)) {
      for (const target of targets) {
        const [from, to] = [moduleOf(file), moduleOf(target)];
        if (from !== to && rankOf(to) >= rankOf(from) && rankOf(from) < order.length)
          wrong.push(`${file} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("import nothing of the server", () => {
    const serverImports = shop.filter((file) => /from "(\.\.\/)+server\//.test(read(file)));
    expect(serverImports).toEqual([]);
  });

  it(`have at most ${filesPerFolderMax} source files side by side`, () => {
    const counts = new Map<string, number>();
    for (const file of sources.filter((one) => one.startsWith("apps/shop/"))) {
      const folder = path.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > filesPerFolderMax)).toEqual([]);
  });
});
