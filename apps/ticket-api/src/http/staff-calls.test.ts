import { type Call, isForCustomers } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { hasPermission, StaffRole } from "@guichet/contract/staff-roles.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { sampleValues } from "../testing/sample-values.ts";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";
import { testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

const definitionOf = (name: CallName): Call => calls[name];
const names = Object.keys(calls) as CallName[];
const staffCalls = names.filter((name) => definitionOf(name).session === "staff");
const permitted = staffCalls.filter((name) => definitionOf(name).permission !== undefined);

let api: TestApi;
let customer: string;
let north: Record<StaffRole, TestStaff>;
let south: TestStaff;
beforeAll(async () => {
  api = await openTestApi();
  customer = (await testPerson(api.deps)).token;
  const everyRole = StaffRole.options.map(async (role) => [role, await testStaff(api, { north: [role] })] as const);
  north = Object.fromEntries(await Promise.all(everyRole)) as Record<StaffRole, TestStaff>;
  south = await testStaff(api, { south: StaffRole.options });
});
afterAll(() => api.close());

const codeOf = async (name: CallName, asking: Parameters<TestApi["call"]>[2]) =>
  (await api.call(name, sampleValues(definitionOf(name)), asking)).body.error?.code;

describe("a call of the staff", () => {
  it("is under Office/, is not in the specification, and requires the right of the office's client", () => {
    for (const name of staffCalls) {
      const { path, section, right } = definitionOf(name);
      expect([path.startsWith("/Office/"), section, right]).toEqual([true, undefined, "office"]);
    }
    const others = names.filter((name) => definitionOf(name).path.startsWith("/Office/"));
    expect(others.filter((name) => definitionOf(name).right !== "office")).toEqual([]);
  });

  it.each(staffCalls)("%s needs a token", async (name) => {
    expect(await codeOf(name, {})).toBe("USER_NOT_CONNECTED");
  });

  // covers §6: staff roles
  it.each(staffCalls)("%s accepts no customer's token", async (name) => {
    expect(await codeOf(name, { token: customer })).toBe("AUTHENTICATION_TOKEN_INVALID");
  });

  it.each(staffCalls)("%s is not made through the shop's client", async (name) => {
    expect(await codeOf(name, { token: north.admin.token, client: shopClient })).toBe("CLIENT_NOT_ALLOWED");
  });

  // covers §6: staff roles
  it.each(permitted)("%s is refused to the staff of another network", async (name) => {
    expect(await codeOf(name, { token: south.token })).toBe("ROLE_NOT_ALLOWED");
  });

  // covers §6: every staff call is open to exactly the roles with its permission
  it.each(permitted)("%s is allowed for the roles with its permission, and refused to every other", async (name) => {
    const { permission } = definitionOf(name);
    const codes = await Promise.all(StaffRole.options.map((role) => codeOf(name, { token: north[role].token })));
    const allowed = StaffRole.options.filter((_, index) => codes[index] !== "ROLE_NOT_ALLOWED");
    expect(allowed).toEqual(StaffRole.options.filter((role) => permission && hasPermission([role], permission)));
  });
});

describe("a customer's call", () => {
  const customers = names.filter((name) => isForCustomers(definitionOf(name)));
  it.each(customers)("%s accepts no token of the staff", async (name) => {
    expect(await codeOf(name, { token: north.admin.token })).toBe("AUTHENTICATION_TOKEN_INVALID");
  });
});

test("the description states each call's token and roles", async () => {
  const { body } = await api.send("GET", "/openapi.json");
  const paths = body.paths as Record<string, Record<string, Record<string, unknown>>>;
  expect(paths["/Office/listStaff"]?.get).toMatchObject({
    "x-guichet": true,
    "x-permission": "staff.manage",
    "x-roles": ["admin"],
    security: [{ signature: [], staffToken: [] }],
  });
  expect(paths["/Account/getMedias.json"]?.get?.security).toEqual([{ signature: [], userToken: [] }]);
});
