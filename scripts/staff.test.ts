import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOfApp } from "../apps/ticket-api/src/testing/authenticator-app.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { openTestApi, type TestApi } from "../apps/ticket-api/src/testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const staff = (...words: string[]) => runOperatorCommand("staff", words, { DATABASE_URL: api.deps.config.databaseUrl });
const login = (email: string, password: string) => api.call("officeLogin", { email, password });

test("a member is added, signs in with the printed password, and gets roles in one network", async () => {
  const added = await staff("add", "Eve@Operator.example", "Eve Le Goff");
  expect(added.code).toBe(0);
  expect((await login("eve@operator.example", added.out)).body.staff).toMatchObject({
    name: "Eve Le Goff",
    networks: [],
  });
  expect((await staff("roles", "eve@operator.example", "north", "agent", "examiner")).code).toBe(0);
  const signed = await login("eve@operator.example", added.out);
  expect(signed.body.staff.networks).toMatchObject([{ id: "north", roles: ["agent", "examiner"] }]);
  expect((await staff("list")).out).toContain("eve@operator.example  Eve Le Goff  north: agent, examiner");
  expect((await staff("roles", "eve@operator.example", "north")).out).toBe(
    "eve@operator.example does not work for north",
  );
  expect((await api.call("getStaff", {}, { token: signed.body.staffToken })).body.staff.networks).toEqual([]);
});

test("a disabled member is signed out and refused until enabled again; a new password replaces the old one", async () => {
  const first = (await staff("add", "fay@operator.example", "Fay")).out;
  const { staffToken } = (await login("fay@operator.example", first)).body;
  expect((await staff("disable", "fay@operator.example")).code).toBe(0);
  expect((await api.call("getStaff", {}, { token: staffToken })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
  expect((await login("fay@operator.example", first)).body.error?.code).toBe("CREDENTIALS_INVALID");
  expect((await staff("enable", "fay@operator.example")).code).toBe(0);
  const next = (await staff("password", "fay@operator.example")).out;
  expect((await login("fay@operator.example", first)).body.error?.code).toBe("CREDENTIALS_INVALID");
  expect((await login("fay@operator.example", next)).http).toBe(200);
});

test("an impossible request is refused with its reason, wrong use with the help", async () => {
  await staff("add", "gil@operator.example", "Gil");
  expect(await staff("add", "gil@operator.example", "Gil")).toMatchObject({
    code: 1,
    err: "gil@operator.example is a member of the staff already.",
  });
  expect((await staff("add", "no address", "Gil")).err).toBe("no address is not an e-mail address.");
  expect((await staff("roles", "gil@operator.example", "west", "agent")).err).toBe("There is no network west.");
  expect((await staff("roles", "gil@operator.example", "north", "boss")).err).toContain("There is no role boss");
  expect((await staff("disable", "nobody@operator.example")).code).toBe(1);
  expect((await staff("add")).code).toBe(2);
  expect((await staff("--help")).out).toContain("npm run staff -- add");
});

// covers §6: a printed staff password gives access to nothing until it is changed, and the office redirects to the change and back
test("a printed password gives access to one's own identity, the change of password and the sign-out, until it is changed", async () => {
  const own = "Chosen by Hal 7 herself";
  const change = (token: string, currentPassword: string, newPassword: string) =>
    api.call("changeStaffPassword", { currentPassword, newPassword }, { token });
  const stepOf = async (token: string) => (await api.call("getStaff", {}, { token })).body.nextStep;
  const listed = async (token: string) => (await api.call("listStaff", {}, { token })).body.error?.code;

  const first = (await staff("add", "hal@operator.example", "Hal")).out;
  await staff("roles", "hal@operator.example", "north", "admin");
  const signedIn = (await login("hal@operator.example", first)).body;
  expect(signedIn.nextStep).toBe("choose-password");
  expect(await stepOf(signedIn.staffToken)).toBe("choose-password");
  expect(await listed(signedIn.staffToken)).toBe("PASSWORD_CHANGE_REQUIRED");
  expect((await change(signedIn.staffToken, first, first)).body.error?.code).toBe("PASSWORD_UNCHANGED");
  expect((await change(signedIn.staffToken, first, "short")).body.error?.code).toBe(
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  );
  expect(await listed(signedIn.staffToken)).toBe("PASSWORD_CHANGE_REQUIRED");
  expect((await change(signedIn.staffToken, first, own)).http).toBe(200);
  expect([await stepOf(signedIn.staffToken), await listed(signedIn.staffToken)]).toEqual([null, undefined]);
  expect((await login("hal@operator.example", own)).body.nextStep).toBeNull();

  const next = (await staff("password", "hal@operator.example")).out;
  const again = (await login("hal@operator.example", next)).body;
  expect([again.nextStep, await listed(again.staffToken)]).toEqual(["choose-password", "PASSWORD_CHANGE_REQUIRED"]);
  expect((await api.call("officeLogout", {}, { token: again.staffToken, network: "" })).http).toBe(200);
  expect((await api.call("getStaff", {}, { token: again.staffToken })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
});

// covers §6: a lost phone: the command removes the second factor
test("the command removes a second factor, and the list shows who has none", async () => {
  const own = "Chosen by Ida 7 herself";
  const first = (await staff("add", "ida@operator.example", "Ida")).out;
  const { staffToken: token } = (await login("ida@operator.example", first)).body;
  await api.call("changeStaffPassword", { currentPassword: first, newPassword: own }, { token });
  expect((await staff("list")).out).toContain("ida@operator.example  Ida  no network  (no second factor)");
  const { key } = (await api.call("beginSecondFactor", { currentPassword: own }, { token })).body;
  await api.call("confirmSecondFactor", { code: codeOfApp(key, api.clock.now()) }, { token });
  expect((await login("ida@operator.example", own)).body.nextStep).toBe("second-factor");
  expect((await staff("list")).out).toMatch(/ida@operator.example {2}Ida {2}no network$/m);
  expect(await staff("reset-second-factor", "ida@operator.example")).toMatchObject({
    code: 0,
    out: "ida@operator.example must set up another second factor at the next sign-in",
  });
  expect((await login("ida@operator.example", own)).body.nextStep).toBeNull();
  expect((await staff("reset-second-factor", "ida@operator.example")).out).toBe(
    "ida@operator.example has no second factor",
  );
  expect((await staff("reset-second-factor", "nobody@operator.example")).code).toBe(1);
});
