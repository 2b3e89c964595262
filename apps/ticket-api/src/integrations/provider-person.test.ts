import { expect, test } from "vitest";
import { readPerson } from "./provider-person.ts";

// covers §7: names, postal addresses and bank account holders are single lines
test("a provider's names are unchanged, but on one line and storable", () => {
  const claims = { given_name: "Jean\r\nBcc: x@example.org\u0000", family_name: "\u2028D'Or-Löwe\ud800" };
  expect(readPerson("KEYCLOAK", claims)).toMatchObject({
    firstName: "Jean  Bcc: x@example.org",
    lastName: "D'Or-Löwe\ufffd",
  });
});
