import { expect, test } from "vitest";
import { z } from "zod";
import { read } from "./tree.ts";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

test("the lock file has the packages of every platform, so that `npm ci` works on each", () => {
  const { packages } = Lock.parse(JSON.parse(read("package-lock.json")));
  const known = new Set(Object.keys(packages).map((place) => place.split("node_modules/").at(-1)));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !known.has(name))
      .map((name) => `${place} wants ${name}`),
  );
  expect(missing).toEqual([]);
});
