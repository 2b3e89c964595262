import { expect, test } from "vitest";
import { coveragePage } from "./coverage-page.ts";

const file = "apps/cart.test.ts";
const rowsOf = (page: string) => page.split("\n").filter((line) => /^(## §5|\| (?!what|---))/.test(line));

test("rows are in alphabetical order under their section, each with all its tests by file, each test once", () => {
  const page = coveragePage([
    { section: "§5", row: "vouchers", file, test: "a voucher" },
    { section: "§5", row: "`Names`", file, test: "a name" },
    { section: "§5", row: "vouchers", file: "apps/a.test.ts", test: "another voucher" },
    { section: "§5", row: "vouchers", file, test: "a voucher" },
    { section: "§5", row: "an order", file, test: "an order" },
    { section: "§1", row: "shop", file, test: "a shop" },
  ]);
  expect(rowsOf(page)).toEqual([
    "| shop | `apps/cart.test.ts › a shop` |",
    "## §5 Validation rules",
    "| `Names` | `apps/cart.test.ts › a name` |",
    "| an order | `apps/cart.test.ts › an order` |",
    "| vouchers | `apps/a.test.ts › another voucher`, `apps/cart.test.ts › a voucher` |",
  ]);
});

test("bars and code marks in a name do not end its cell", () => {
  const page = coveragePage([{ section: "§5", row: "a|b", file, test: "`a` | b" }]);
  expect(page).toContain("| a\\|b | `` apps/cart.test.ts › `a` \\| b `` |");
});
