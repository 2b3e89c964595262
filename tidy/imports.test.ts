import path from "node:path";
import { describe, expect, it } from "vitest";
import { specifiersOf } from "./import-graph.ts";
import { files, isCode, isTest, read } from "./tree.ts";

/** The parts that each part may import besides itself. Only commands that run apps import them. */
const mayImport: Record<string, readonly string[]> = {
  "packages/contract": [],
  "packages/rules": ["packages/contract"],
  "packages/client": ["packages/contract"],
  "packages/ui": [],
  "packages/logging": [],
  "packages/http-server": [],
  "packages/texts": ["packages/contract"],
  "packages/web": ["packages/contract", "packages/http-server", "packages/logging", "packages/texts"],
  "packages/postgres": [],
  "packages/ticket-code": [],
  "apps/ticket-api": [
    "packages/contract",
    "packages/rules",
    "packages/postgres",
    "packages/ticket-code",
    "packages/http-server",
    "packages/logging",
    "packages/texts",
  ],
  "apps/shop": [
    "packages/contract",
    "packages/rules",
    "packages/client",
    "packages/ui",
    "packages/web",
    "packages/texts",
    "packages/ticket-code",
  ],
  "apps/office": [
    "packages/contract",
    "packages/rules",
    "packages/client",
    "packages/ui",
    "packages/web",
    "packages/texts",
    "packages/ticket-code",
  ],
  "apps/sandbox": ["packages/contract", "packages/http-server", "packages/texts"],
};
/** Commands, journeys and benchmarks may import everything; examples of the documentation belong to no part. */
const lookAtEverything = ["vitest.config.ts", "scripts", "e2e", "bench", "tidy", "docs"];
/** Tests may start what they test against. */
const testsMayAlso = ["e2e", "packages/postgres", "packages/client", "apps/sandbox"];

describe("imports", () => {
  it("follow the architecture", () => {
    const wrong: string[] = [];
    for (const file of files.filter(isCode)) {
      const part = partOf(file);
      if (lookAtEverything.includes(part)) continue;
      const allowed = mayImport[part];
      if (allowed === undefined) {
        wrong.push(`${file}: ${part} is not in the table`);
        continue;
      }
      for (const target of targetsOf(file)) {
        const fine = target === part || allowed.includes(target) || (isTest(file) && testsMayAlso.includes(target));
        if (!fine) wrong.push(`${file} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("name the file, not a folder", () => {
    const wrong = files.filter(isCode).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith(".") && !/\.[a-z0-9]+(\?[a-z&]+)?$/.test(name) && !name.includes("+types"))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name a package, never a path into it", () => {
    const wrong = files.filter(isCode).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("."))
        .map((name) => path.join(path.dirname(file), name))
        .filter((target) => target.startsWith("packages/") && partOf(target) !== partOf(file))
        .map((target) => `${file} reaches into ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

function partOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "packages" || first === "apps" ? `${first}/${second}` : first;
}

const importsOf = (file: string): string[] => specifiersOf(read(file));

function targetsOf(file: string): string[] {
  return importsOf(file).flatMap((name) => {
    if (name.startsWith("@guichet/")) return [homeOf(name.split("/")[1] ?? "")];
    if (name.startsWith(".")) return [partOf(path.join(path.dirname(file), name))];
    return [];
  });
}

const homeOf = (name: string): string => {
  const app = ["ticket-api", "shop", "office", "sandbox"].includes(name);
  return name === "e2e" || name === "bench" ? name : `${app ? "apps" : "packages"}/${name}`;
};
