import { expect, it } from "vitest";
import { files } from "../../tidy/tree.ts";
import { ownProjects } from "./projects.ts";
import { testsByNeed } from "./test-needs.ts";

const byNeed = testsByNeed();

it("has every test once", () => {
  const sorted = Object.values(byNeed).flat();
  expect(sorted.sort()).toEqual(files.filter((file) => /\.test\.tsx?$/.test(file)));
});

it.each([
  ["packages/rules/src/money.test.ts", "unit"],
  ["tidy/modules.test.ts", "unit"],
  ["apps/ticket-api/src/orders/purchase.test.ts", "ticketApi"],
  ["apps/shop/server/first-view.test.ts", "pages"],
  ["apps/office/server/steps.test.ts", "pages"],
  ["scripts/start.test.ts", "programs"],
] as const)("finds by its imports that %s needs: %s", (file, need) => {
  expect(byNeed[need]).toContain(file);
});

it("prepares nothing for unit tests", () => {
  const unit = ownProjects.find(({ test }) => test?.name === "unit");
  expect(unit?.test?.include).toEqual(byNeed.unit);
  expect(unit?.test?.globalSetup).toBeUndefined();
});
