import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { debitNetwork } from "../testing/test-debits.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 150 })];
  api = await openTestApi({ packs: [testPack({ articles, network: debitNetwork })] });
  person = await testPerson(api.deps);
});
afterAll(() => api.close());

const address = { addressRoute: "1 rue A", addressPostalCode: "80000", addressCity: "Amiens", addressState: "Somme" };
const delivery = { fullname: "Ana Silva", ...address };
/** The same fields several times, each time with another one broken. */
const withEach = <Fields extends Record<string, string>>(fields: Fields, broken: string): Fields[] =>
  Object.keys(fields).map((field) => ({ ...fields, [field]: `A${broken}silva` }));

// covers §7: names, postal addresses and bank account holders are single lines
test.each([
  ["line break", "\r\n"],
  ["CR", "\r"],
  ["LF", "\n"],
  ["tab", "\t"],
  ["NUL", "\u0000"],
  ["vertical tab", "\u000b"],
  ["escape", "\u001b"],
  ["delete", "\u007f"],
  ["next line", "\u0085"],
  ["line separator", "\u2028"],
  ["paragraph separator", "\u2029"],
])("a bank account's holder, a postal address and names hold no %s", async (_, broken) => {
  const { token } = person;
  const order = { ...orderOf(person, 150), deliveryMethod: "SHIPPING" };
  const answers = await Promise.all([
    api.call("registerBankAccount", { iban: testIbans.good, holder: `Ana${broken}Silva` }, { token }),
    ...withEach(address, broken).map((typed) => api.call("updateAccount", { address: typed }, { token })),
    ...withEach(delivery, broken).map((typed) => api.call("placeOrder", { ...order, delivery: typed }, { token })),
    api.call("updateAccount", { firstName: `Ana${broken}Lia` }, { token }),
    api.call("createProfile", { firstName: `Ana${broken}Lia`, lastName: "Silva", birthDate: "2015-05-04" }, { token }),
  ]);
  for (const { http, body } of answers)
    expect([http, body.error?.code, body.error?.details?.reason]).toEqual([
      400,
      "FIELD_INVALID",
      "text not well-formed",
    ]);
  expect((await api.call("getCards", { methods: ["TRANSFER"] }, { token })).body.cards).toEqual([]);
});
