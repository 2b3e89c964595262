import { expect } from "vitest";
import type { SecurityEventName } from "../security-log/events.ts";
import { addStaff, renewPassword, resetSecondFactor, setRoles, setStaffDisabled } from "../staff/manage-staff.ts";
import { codeOfApp } from "./authenticator-app.ts";
import type { TestApi } from "./test-api.ts";
import { invitationCode, staffPassword, testStaff } from "./test-staff.ts";

export interface Happened {
  /** The expected log lines of the event, with any other fields. */
  lines: Record<string, unknown>[];
  /** What must not be in the log. */
  secrets?: readonly (string | undefined)[];
}
export type Happenings<Name extends SecurityEventName> = Record<Name, () => Promise<Happened>>;

/** For the test of the security log: triggers each event of the staff, over HTTP or by command. */
export function staffHappenings(
  api: () => TestApi,
  { address, nextEmail, newPassword }: { address: string; nextEmail: () => string; newPassword: string },
): Happenings<Extract<SecurityEventName, `staff.${string}`>> {
  const login = (email: string, password: string) =>
    api().call("officeLogin", { email, password }, { address, network: "" });
  const give = (token: string, values: Record<string, unknown>) =>
    api().call("giveSecondFactor", values, { token, network: "", address });
  /** Adds a staff member by command; returns what was printed. */
  const added = async () => {
    const email = nextEmail();
    const printed = (await addStaff(api().deps, email, "Secret Person")) ?? "";
    return { email, printed };
  };
  /** Invites a person; returns the code of the e-mail. */
  const invited = async () => {
    const [admin, email] = [await testStaff(api(), { north: ["admin"] }), nextEmail()];
    const values = { email, name: "Secret Person", roles: ["agent" as const], language: "fr" as const };
    const { staffId } = (await api().call("inviteStaff", values, { token: admin.token })).body;
    return { admin, email, staffId, code: await invitationCode(api(), email) };
  };
  /** The code that the app shows half a minute later. */
  const freshCode = (key: string) => {
    const { clock } = api();
    clock.setOffset(clock.offsetMs() + 30_000);
    return codeOfApp(key, clock.now());
  };
  /** A staff member who has set up a second factor, after a wrong code. */
  const enrolled = async () => {
    const person = await testStaff(api(), { north: ["admin"] });
    const asking = { token: person.token, network: "" };
    const { key } = (await api().call("beginSecondFactor", { currentPassword: staffPassword }, asking)).body;
    await api().call("confirmSecondFactor", { code: "000000" }, asking);
    const { body } = await api().call("confirmSecondFactor", { code: freshCode(key) }, asking);
    return { ...person, key, recoveryCodes: body.recoveryCodes, knownDevice: body.knownDevice };
  };
  return {
    "staff.sign-in": async () => {
      const { staffId, email } = await testStaff(api(), { north: ["agent"] });
      await login(email, "Wrong secret 1 here");
      const { body } = await login(email, staffPassword);
      const hidden = expect.stringMatching(/^email:/);
      return {
        lines: [
          { outcome: "ok", actor: `staff:${staffId}` },
          { outcome: "refused", actor: hidden, reason: "CREDENTIALS_INVALID", address, client: "office" },
          { outcome: "ok", actor: `staff:${staffId}`, subject: hidden, address },
        ],
        secrets: [body.staffToken, body.knownDevice, email],
      };
    },
    "staff.sign-out": async () => {
      const { staffId, token } = await testStaff(api(), { north: ["agent"] });
      await api().call("officeLogout", {}, { token, network: "" });
      return { lines: [{ outcome: "ok", actor: `staff:${staffId}` }], secrets: [token] };
    },
    "staff.password-changed": async () => {
      const { staffId, token } = await testStaff(api(), { north: ["agent"] });
      const change = (currentPassword: string) =>
        api().call("changeStaffPassword", { currentPassword, newPassword }, { token });
      await change("Wrong secret 1 here");
      await change(staffPassword);
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
          { outcome: "ok", actor },
        ],
      };
    },
    "staff.call-forbidden": async () => {
      const { staffId, token } = await testStaff(api(), { north: ["agent"] });
      await api().call("listStaff", {}, { token, address });
      const call = "/Office/listStaff";
      return { lines: [{ outcome: "refused", actor: `staff:${staffId}`, call, network: "north", address }] };
    },
    "staff.added": async () => {
      const { email, printed } = await added();
      await api().work.drain();
      return {
        lines: [{ outcome: "ok", actor: "command", subject: expect.stringMatching(/^staff:/) }],
        secrets: [email, printed],
      };
    },
    "staff.roles-given": async () => {
      const { email } = await added();
      await setRoles(api().deps, email, "south", ["agent"]);
      await api().work.drain();
      const { staffId, token } = await testStaff(api(), { north: ["admin"] });
      await api().call("setStaffRoles", { staffId, roles: ["agent"], reason: "secret" }, { token });
      const [actor, subject] = [`staff:${staffId}`, `staff:${staffId}`];
      return {
        lines: [
          { outcome: "ok", actor: "command", network: "south" },
          { outcome: "refused", actor, subject, reason: "STAFF_OWN_ACCOUNT", network: "north" },
        ],
        secrets: ["secret"],
      };
    },
    "staff.invited": async () => {
      const { admin, email, staffId } = await invited();
      return {
        lines: [{ outcome: "ok", actor: `staff:${admin.staffId}`, subject: `staff:${staffId}`, network: "north" }],
        secrets: [email],
      };
    },
    "staff.invitation-accepted": async () => {
      const { code, staffId, email } = await invited();
      const accept = () => api().call("acceptInvitation", { code, newPassword }, { network: "" });
      await accept();
      await accept();
      return {
        lines: [
          { outcome: "ok", actor: `staff:${staffId}` },
          { outcome: "refused", reason: "CODE_INVALID" },
        ],
        secrets: [code, email],
      };
    },
    "staff.sessions-ended": async () => {
      const { admin, staffId } = await invited();
      const values = { staffId, action: "end-sessions", reason: "secret" } as const;
      await api().call("changeStaffAccess", values, { token: admin.token });
      return {
        lines: [{ outcome: "ok", actor: `staff:${admin.staffId}`, subject: `staff:${staffId}` }],
        secrets: ["secret"],
      };
    },
    "staff.disabled": async () => {
      const { email } = await added();
      await setStaffDisabled(api().deps, email, true);
      await api().work.drain();
      return { lines: [{ outcome: "ok", actor: "command", subject: expect.stringMatching(/^staff:/) }] };
    },
    "staff.enabled": async () => {
      const { email } = await added();
      await setStaffDisabled(api().deps, email, false);
      await api().work.drain();
      return { lines: [{ outcome: "ok", actor: "command", subject: expect.stringMatching(/^staff:/) }] };
    },
    "staff.password-renewed": async () => {
      const { email } = await added();
      const printed = await renewPassword(api().deps, email);
      await api().work.drain();
      return { lines: [{ outcome: "ok", actor: "command" }], secrets: [printed] };
    },
    "staff.second-factor": async () => {
      const { staffId, email, key } = await enrolled();
      const { staffToken } = (await login(email, staffPassword)).body;
      const code = freshCode(key);
      await give(staffToken, { code: "000000" });
      const given = await give(staffToken, { code });
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "SECOND_FACTOR_WRONG", address },
          { outcome: "ok", actor, address },
        ],
        secrets: [key, staffToken, given.body.staffToken, given.body.knownDevice],
      };
    },
    "staff.recovery-code": async () => {
      const { staffId, email, recoveryCodes } = await enrolled();
      const { staffToken } = (await login(email, staffPassword)).body;
      await give(staffToken, { recoveryCode: "AAAA-BBBB-CCCC-DDDD" });
      await give(staffToken, { recoveryCode: recoveryCodes[0] });
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "SECOND_FACTOR_WRONG" },
          { outcome: "ok", actor },
        ],
        secrets: recoveryCodes,
      };
    },
    "staff.second-factor-set-up": async () => {
      const { staffId, key, recoveryCodes, knownDevice } = await enrolled();
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "SECOND_FACTOR_WRONG" },
          { outcome: "ok", actor },
        ],
        secrets: [key, knownDevice, ...recoveryCodes],
      };
    },
    "staff.recovery-codes-renewed": async () => {
      const { staffId, token } = await enrolled();
      const renew = (currentPassword: string) =>
        api().call("renewRecoveryCodes", { currentPassword }, { token, network: "" });
      await renew("Wrong secret 1 here");
      const { body } = await renew(staffPassword);
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
          { outcome: "ok", actor },
        ],
        secrets: body.recoveryCodes,
      };
    },
    "staff.second-factor-removed": async () => {
      const { staffId, token } = await enrolled();
      const remove = (currentPassword: string) =>
        api().call("removeSecondFactor", { currentPassword }, { token, network: "" });
      await remove("Wrong secret 1 here");
      await remove(staffPassword);
      const actor = `staff:${staffId}`;
      return {
        lines: [
          { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
          { outcome: "ok", actor },
        ],
      };
    },
    "staff.second-factor-reset": async () => {
      const { staffId, email } = await enrolled();
      await resetSecondFactor(api().deps, email);
      await api().work.drain();
      return { lines: [{ outcome: "ok", actor: "command", subject: `staff:${staffId}` }] };
    },
  };
}
