import { describe, expect, it } from "vitest";
import { files, isTest, occurrences, read, sources } from "./tree.ts";

/** Holds no tables of a module: migrations, and fragments of statements that stores use. */
const databaseFolder = "apps/ticket-api/src/database/";

/** Files with SQL outside a store, each with its reason. */
const sqlElsewhere = [
  // Checks the connection without reading a table.
  "apps/ticket-api/src/health/routes.ts",
  // Keys and networks are loaded once and cached: each file is the store of its own table.
  "apps/ticket-api/src/keys.ts",
  "apps/ticket-api/src/network-registry/registry.ts",
  // Fills a database with orders for measurements.
  "bench/src/many-orders.ts",
];

/** Files besides `config.ts` that may read the environment, each with its reason. */
const environmentElsewhere = [
  // Pass the environment to their config file's `readConfig`.
  "apps/shop/server/main.ts",
  "apps/office/server/main.ts",
  "apps/shop/server/development.ts",
  "apps/office/server/development.ts",
  "apps/ticket-api/src/main.ts",
  // Pass the environment on to a program that they start.
  "packages/web/src/build-app.ts",
  "e2e/installation.ts",
  "bench/src/installation.ts",
  // A bare server to measure against, with no configuration of its own.
  "bench/src/hello.ts",
  // An example for others, which belongs to none of our parts.
  "docs/examples/typescript-client/purchase.ts",
];

describe("SQL", () => {
  it("is in stores, `database` and tests only", () => {
    const places = sources.filter(
      (file) => !/(^|[/-])store\.ts$/.test(file) && !file.startsWith(databaseFolder) && !sqlElsewhere.includes(file),
    );
    expect(occurrences(places, /\bsql(<[^`]*>)?`|\.query\(\s*["`'](select|insert|update|delete)/i)).toEqual([]);
  });

  it("has no unused exception", () => {
    expect(sqlElsewhere.filter((file) => !files.includes(file) || !/sql|query/.test(read(file)))).toEqual([]);
  });
});

describe("the environment", () => {
  it("is read in config files only", () => {
    const places = sources.filter((file) => !/(^|[/-])config\.ts$/.test(file) && !environmentElsewhere.includes(file));
    expect(occurrences(places, /process\.env\b/)).toEqual([]);
  });

  it("has no unused exception", () => {
    expect(environmentElsewhere.filter((file) => !files.includes(file) || !read(file).includes("process.env"))).toEqual(
      [],
    );
  });
});

describe("time and randomness", () => {
  it("are passed in to the rules, which have none of their own", () => {
    const rules = sources.filter((file) => /^packages\/(rules|contract)\//.test(file));
    expect(occurrences(rules, /Date\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now|randomUUID\(/)).toEqual([]);
  });
});

describe("the language prefix of a URL", () => {
  // covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
  it("is added in one place only", () => {
    const shop = sources.filter((file) => file.startsWith("apps/shop/"));
    const byHand = /\bprefix \+|\+ [\w.]*\bprefix\b|\$\{[\w.]*\bprefix\}|`\/\$\{(language|locale|code)\}(\/|\$)/;
    expect(occurrences(shop, byHand)).toEqual([]);
  });
});

describe("types", () => {
  it("are not silenced", () => {
    expect(occurrences(sources, /@ts-ignore|@ts-expect-error|@ts-nocheck|\bas any\b|: any\b/)).toEqual([]);
  });
});

describe("tests", () => {
  it("are neither skipped nor alone", () => {
    const written = files.filter((file) => isTest(file) && !file.startsWith("tidy/"));
    expect(occurrences(written, /\b(it|test|describe)\.(skip|only|todo|fails)\b|\bxit\(/)).toEqual([]);
  });

  it("mock nothing", () => {
    const written = files.filter((file) => isTest(file) && !file.startsWith("tidy/"));
    expect(occurrences(written, /\bvi\.(mock|doMock|hoisted)\(/)).toEqual([]);
  });
});
