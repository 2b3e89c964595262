import { expect, it } from "vitest";
import { beginningKeys, emailErrors, nameErrors, variantKeys } from "./similar-names.ts";

// covers: the search of the office finds names and e-mail addresses in spite of a wrong letter, accents, case and order
it.each([
  ["matrin", "Sophie Martin", 1],
  ["martin sophie", "Sophie Martin", 0],
  ["sohpie", "Sophie Martin", 1],
  ["dupnt", "Dupont", 1],
  ["lefebre", "Lefèvre", 1],
  ["mrtn", "Martin", null],
  ["durand", "Sophie Martin", null],
  ["ng", "Kim Nguyen", 0],
])("%s was meant by %s with %s wrong letters, or not", (typed, name, errors) => {
  expect(nameErrors(typed.split(" "), name)).toBe(errors);
});

// covers: the search of the office finds names and e-mail addresses in spite of a wrong letter, accents, case and order
it("words that differ in one letter share a key, others do not", () => {
  const share = (one: string, other: string) => variantKeys(one).some((key) => variantKeys(other).includes(key));
  for (const typed of ["matrin", "martn", "marttin", "mardin", "nartin", "martin"])
    expect([typed, share(typed, "martin")]).toEqual([typed, true]);
  expect(share("durand", "martin")).toBe(false);
  expect(beginningKeys("قاضي")).toEqual([" قاضي", " القاضي"]);
});

// covers: the search of the office finds names and e-mail addresses in spite of a wrong letter, accents, case and order
it.each([
  ["amal.hadad@example.org", 1],
  ["amal.haddad@exmaple.org", 1],
  ["amal.haddad@", 0],
  ["amal.haddad@other.net", null],
  ["samir@example.org", null],
])("the address %s was meant with %s wrong letters, or not", (typed, errors) => {
  expect(emailErrors(typed, "amal.haddad@example.org")).toBe(errors);
});
