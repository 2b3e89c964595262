import fc from "fast-check";
import { expect, test } from "vitest";
import { isSamePerson, type Person, personChange } from "./persons.ts";

const lou: Person = { firstName: "Lou-Anne", lastName: "D’Haddad", birthDate: "2012-05-02" };

test.each<[string, Partial<Person>, string]>([
  ["nothing", {}, "same"],
  ["case", { firstName: "LOU-ANNE" }, "same"],
  ["an accent", { firstName: "Loù-Anne" }, "same"],
  ["a hyphen that becomes a space", { firstName: "Lou Anne" }, "same"],
  ["another apostrophe", { lastName: "D'Haddad" }, "same"],
  ["a letter", { firstName: "Lou-Anna" }, "other"],
  ["the other first name", { firstName: "Anne" }, "other"],
  ["the last name", { lastName: "Martin" }, "other"],
  ["a day of the birth date", { birthDate: "2012-05-03" }, "other"],
  ["no birth date", { birthDate: null }, "other"],
  ["no name", { lastName: "" }, "other"],
])("a change of %s is classified", (_, change, kind) => {
  expect(personChange(lou, { ...lou, ...change })).toBe(kind);
});

test("an added value counts as completed, and earlier examinations stay valid", () => {
  const unborn = { ...lou, birthDate: null };
  expect(personChange(unborn, lou)).toBe("completed");
  expect(personChange({ ...unborn, lastName: "" }, lou)).toBe("completed");
  expect(personChange({ ...unborn, lastName: "" }, { ...lou, firstName: "Hugo" })).toBe("other");
  expect(isSamePerson(unborn, lou)).toBe(true);
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("steps that keep the person never add up to another person", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "É", "é", "-", " ", "’", "b"), maxLength: 6 });
  const person = fc.record({ firstName: name, lastName: name, birthDate: fc.constantFrom("2001-02-03", "2002-02-03") });
  fc.assert(
    fc.property(person, person, person, (first, second, third) => {
      const steps = [personChange(first, second), personChange(second, third)];
      if (steps.every((step) => step === "same")) expect(personChange(first, third)).toBe("same");
    }),
  );
});
