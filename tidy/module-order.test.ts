import path from "node:path";
import { describe, expect, it } from "vitest";
import { importGraph } from "./import-graph.ts";
import { isTest, read, sources } from "./tree.ts";

const filesPerFolderMax = 30;
/** Folders that may hold more, each with its reason. */
const largeFolders: Readonly<Record<string, number>> = {
  // One file per module, and the call itself.
  "packages/contract/src": 40,
};

interface Order {
  title: string;
  /** The folder whose files and sub-folders are the modules. */
  root: string;
  /** The page that lists the modules in order, lowest first. */
  page: string;
  /** A file that every module may import. */
  below: string | undefined;
  /** Whether single files have a position in the order; if not, they are above all modules. */
  ranksFiles: boolean;
  /** Modules whose files are not sources. */
  withoutSources: readonly string[];
}

const orders: readonly Order[] = [
  {
    title: "the shop",
    root: "apps/shop/app",
    page: "docs/architecture-shop.md",
    below: "paths.ts",
    ranksFiles: false,
    withoutSources: ["locales"],
  },
  {
    title: "the Ticket API",
    root: "apps/ticket-api/src",
    page: "docs/architecture.md",
    below: undefined,
    ranksFiles: true,
    withoutSources: [],
  },
];

describe.each(orders)("modules of $title", ({ root, page, below, ranksFiles, withoutSources }) => {
  const order = [...read(page).matchAll(/^\d+\. `([\w.-]+)`/gm)].map(([, name]) => name ?? "");
  const files = sources.filter((file) => file.startsWith(`${root}/`) && !file.startsWith(`${root}/testing/`));
  /** The module of a file, or the name of a file that is directly in the root folder. */
  const moduleOf = (file: string): string => file.slice(root.length + 1).split("/")[0] ?? "";
  const modules = new Set(files.map(moduleOf).filter((name) => ranksFiles || !name.includes(".")));
  const rankOf = (name: string): number => {
    if (name === below) return -1;
    return !ranksFiles && name.includes(".") ? order.length : order.indexOf(name);
  };

  it(`are in the order of ${page}, each once`, () => {
    expect(modules.size).toBeGreaterThan(20);
    const named = (names: Iterable<string>) => [...names].filter((name) => !withoutSources.includes(name)).sort();
    expect(named(order)).toEqual(named(modules));
  });

  it("import only modules below them", () => {
    const wrong: string[] = [];
    for (const [file, targets] of importGraph(files, read)) {
      for (const target of targets) {
        const [from, to] = [moduleOf(file), moduleOf(target)];
        if (from !== to && rankOf(to) >= rankOf(from) && rankOf(from) < order.length)
          wrong.push(`${file} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("modules of the shop", () => {
  it("import nothing from the server", () => {
    const app = sources.filter((file) => file.startsWith("apps/shop/app/"));
    expect(app.filter((file) => /from "(\.\.\/)+server\//.test(read(file)))).toEqual([]);
  });
});

describe("folders", () => {
  it(`have at most ${filesPerFolderMax} source files side by side`, () => {
    const counts = Map.groupBy(
      sources.filter((file) => !isTest(file)),
      (file) => path.dirname(file),
    );
    const large = [...counts].filter(([folder, files]) => files.length > (largeFolders[folder] ?? filesPerFolderMax));
    expect(large.map(([folder]) => folder)).toEqual([]);
  });
});
