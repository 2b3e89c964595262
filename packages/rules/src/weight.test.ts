import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const here = new URL("./", import.meta.url);
const contract = new URL("../../contract/src/", import.meta.url);

/** Libraries loaded by a module, directly or through its imports, without type-only imports. */
function libraries(module: URL, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(module.href)) return found;
  seen.add(module.href);
  const source = readFileSync(module, "utf8");
  for (const [, names = "", from = ""] of source.matchAll(/^import (?!type )([^;]*?) from "([^"]+)";$/gmu)) {
    if (/^\{(\s*type [^,}]+,?)+\s*\}$/u.test(names)) continue;
    const next = from.startsWith(".") ? new URL(from, module) : undefined;
    const ours = from.startsWith("@guichet/contract/")
      ? new URL(from.slice("@guichet/contract/".length), contract)
      : next;
    if (ours === undefined) found.add(from);
    else for (const library of libraries(ours, seen)) found.add(library);
  }
  return found;
}

test.each([
  ["persons/names.ts", []],
  ["persons/passwords.ts", []],
  ["persons/common-passwords.ts", []],
  ["persons/emails.ts", []],
  ["dates/birth-dates.ts", []],
  ["dates/days.ts", []],
  ["fields.ts", []],
  ["money.ts", []],
  ["pricing.ts", []],
  ["vouchers.ts", []],
  ["catalogue.ts", []],
  ["catalogue/groups.ts", []],
  ["catalogue/section-order.ts", []],
  ["cart.ts", []],
  ["payments/payment-options.ts", []],
  ["orders.ts", []],
  ["wallet.ts", []],
  ["documents.ts", []],
  ["subscriptions.ts", []],
  ["transport-cards.ts", []],
  ["permissions.ts", []],
  ["payments/installments.ts", []],
  ["maintenance.ts", []],
  ["persons/phones.ts", ["libphonenumber-js/min"]],
  ["calendar.ts", ["temporal-polyfill"]],
  ["validity.ts", ["temporal-polyfill"]],
  ["line-errors.ts", ["temporal-polyfill"]],
])("%s loads no library in a browser except %j", (file, expected) => {
  expect([...libraries(new URL(file, here))]).toEqual(expected);
});
