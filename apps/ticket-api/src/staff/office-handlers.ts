import type {
  changeStaffPassword,
  getStaff,
  listStaff,
  officeLogin,
  Staff,
  setStaffLanguage,
} from "@guichet/contract/office/staff.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { StaffStep } from "@guichet/contract/staff-sign-in-steps.ts";
import { composedPassword } from "@guichet/rules/persons/passwords.ts";
import { newPasswordHash } from "../authentication/passwords.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import type { Client } from "../http/client-store.ts";
import { hashed } from "../ids.ts";
import { nextStepOf, openStaffSession } from "../sessions/staff-session.ts";
import { endStaffSession, endStaffSessions } from "../sessions/staff-session-store.ts";
import {
  membersOf,
  rolesOf,
  type StaffRow,
  saveLanguage,
  savePasswordHash,
  staffById,
} from "../sessions/staff-store.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { rememberBrowser } from "./remember-browser.ts";
import { findSecondFactor } from "./second-factor-store.ts";
import { checkStaffSignIn, confirmStaffPassword } from "./sign-in.ts";

/** How many members of a network's staff are listed. */
const membersMax = 500;

/** Handlers of the staff's sign-in calls (`Office/*`). */
export const staffHandlers: ModuleHandlers<
  "officeLogin" | "officeLogout" | "getStaff" | "changeStaffPassword" | "setStaffLanguage" | "listStaff"
> = {
  officeLogin: async (ctx) => loginHandler(ctx),
  officeLogout: async ({ deps, token, tell }) => {
    const ended = token === undefined || token === "" ? undefined : await endStaffSession(deps.db, hashed(token));
    if (ended !== undefined) tell({ event: "staff.sign-out", actor: { staff: ended } });
    return ok({});
  },
  getStaff: async (ctx) => getStaffHandler(ctx),
  changeStaffPassword: async (ctx) => changePasswordHandler(ctx),
  setStaffLanguage: async (ctx) => setLanguageHandler(ctx),
  listStaff: async (ctx) => listStaffHandler(ctx),
};

const loginHandler: Handler<typeof officeLogin> = async ({ deps, client, request, address }) => {
  const { email, password, knownDevice: deviceToken } = request;
  const checked = await checkStaffSignIn(deps, { email, password, address, knownDevice: deviceToken });
  if (!checked.ok) return checked;
  const staff = checked.value;
  const { token, expiresAt } = await openStaffSession(deps, staff, client.id);
  const nextStep = nextStepOf({ ...staff, isSecondFactorGiven: false }, deps.config);
  // The password alone does not make a browser known.
  const knownDevice = nextStep === "second-factor" ? undefined : await rememberBrowser(deps, staff.id, deviceToken);
  return ok({
    staffToken: token,
    expiresAt,
    staff: await describeStaff(deps, client, staff, nextStep),
    nextStep,
    ...(knownDevice === undefined ? {} : { knownDevice }),
  });
};

const getStaffHandler: Handler<typeof getStaff> = async ({ deps, client, session }) => {
  const nextStep = nextStepOf(session, deps.config);
  const { staffId: id, expiresAt } = session;
  const found = nextStep === "second-factor" ? undefined : await findSecondFactor(deps.db, id);
  return ok({
    staff: await describeStaff(deps, client, { id, ...session }, nextStep),
    expiresAt,
    nextStep,
    secondFactor: found === undefined ? null : { since: found.createdAt, recoveryCodesLeft: found.recoveryCodesLeft },
    isSecondFactorRequired: deps.config.isSecondFactorRequired,
  });
};

const changePasswordHandler: Handler<typeof changeStaffPassword> = async ({ deps, request, session }) => {
  const staff = await staffById(deps.db, session.staffId);
  if (staff === undefined) return err("PASSWORD_WRONG");
  const confirmed = await confirmStaffPassword(deps, staff, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  if (composedPassword(request.newPassword) === composedPassword(request.currentPassword))
    return err("PASSWORD_UNCHANGED");
  const passwordHash = await newPasswordHash(request.newPassword);
  if (!passwordHash.ok) return passwordHash;
  await deps.db.transaction().execute(async (tx) => {
    await savePasswordHash(tx, staff.id, passwordHash.value, { isFirst: false });
    await endStaffSessions(tx, staff.id, session.tokenHash);
    await recordAuditEntry(tx, deps, { networkId: null, staffId: staff.id, act: "staff.password", thing: staff.id });
  });
  return ok({});
};

const setLanguageHandler: Handler<typeof setStaffLanguage> = async ({ deps, request, session }) => {
  await saveLanguage(deps.db, session.staffId, request.language);
  return ok({});
};

const listStaffHandler: Handler<typeof listStaff> = async ({ deps, network }) =>
  ok({ members: await membersOf(deps.db, network.id, membersMax) });

/** A member of the staff as they see themselves: the networks that this client serves; none before the second factor. */
async function describeStaff(
  deps: Dependencies,
  client: Client,
  { id, name, email, language }: Pick<StaffRow, "id" | "name" | "email" | "language">,
  nextStep: StaffStep | null,
): Promise<Staff> {
  if (nextStep === "second-factor") return { staffId: id, name, email, language, networks: [] };
  const networks = [];
  for (const { networkId, roles } of await rolesOf(deps.db, id)) {
    const network = client.networks.includes(networkId) ? await deps.networks.get(networkId) : undefined;
    if (network === undefined) continue;
    const { name: networkName, timeZone, languages } = network.definition;
    networks.push({ id: networkId, name: networkName, timeZone, languages, roles });
  }
  return { staffId: id, name, email, language, networks };
}
