import type { changeStaffPassword, getStaff, listStaff, officeLogin, Staff } from "@guichet/contract/office/staff.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { StaffStep } from "@guichet/contract/staff-sign-in-steps.ts";
import { composedPassword } from "@guichet/rules/passwords.ts";
import { newPasswordHash } from "../authentication/passwords.ts";
import type { House } from "../dependencies.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import type { Client } from "../http/client-store.ts";
import { hashed } from "../ids.ts";
import { nextStepOf, openStaffSession } from "../sessions/staff-session.ts";
import { endStaffSession, endStaffSessions } from "../sessions/staff-session-store.ts";
import { membersOf, rolesOf, savePasswordHash, staffById } from "../sessions/staff-store.ts";
import { recordAct } from "./audit-entry-store.ts";
import { rememberBrowser } from "./remember-browser.ts";
import { findSecondFactor } from "./second-factor-store.ts";
import { checkStaffSignIn, confirmStaffPassword } from "./sign-in.ts";

/** A network's staff are listed at once up to so many. */
const membersMax = 500;

/** Answers the calls by which the staff sign in (`Office/*`). */
export const staffAnswers: RoomAnswers<
  "officeLogin" | "officeLogout" | "getStaff" | "changeStaffPassword" | "listStaff"
> = {
  officeLogin: async (ask) => answerLogin(ask),
  officeLogout: async ({ house, token, tell }) => {
    const ended = token === undefined || token === "" ? undefined : await endStaffSession(house.db, hashed(token));
    if (ended !== undefined) tell({ event: "staff.sign-out", actor: { staff: ended } });
    return done({});
  },
  getStaff: async (ask) => answerGetStaff(ask),
  changeStaffPassword: async (ask) => answerChangePassword(ask),
  listStaff: async (ask) => answerListStaff(ask),
};

const answerLogin: Answer<typeof officeLogin> = async ({ house, client, request, address }) => {
  const { email, password, knownDevice: held } = request;
  const checked = await checkStaffSignIn(house, { email, password, address, knownDevice: held });
  if (!checked.ok) return checked;
  const staff = checked.value;
  const { token, expiresAt } = await openStaffSession(house, staff, client.id);
  const nextStep = nextStepOf({ ...staff, isSecondFactorGiven: false }, house.config);
  // The password alone makes no browser known.
  const knownDevice = nextStep === "second-factor" ? undefined : await rememberBrowser(house, staff.id, held);
  return done({
    staffToken: token,
    expiresAt,
    staff: await shownStaff(house, client, staff, nextStep),
    nextStep,
    ...(knownDevice === undefined ? {} : { knownDevice }),
  });
};

const answerGetStaff: Answer<typeof getStaff> = async ({ house, client, session }) => {
  const nextStep = nextStepOf(session, house.config);
  const { staffId: id, expiresAt } = session;
  const found = nextStep === "second-factor" ? undefined : await findSecondFactor(house.db, id);
  return done({
    staff: await shownStaff(house, client, { id, ...session }, nextStep),
    expiresAt,
    nextStep,
    secondFactor: found === undefined ? null : { since: found.createdAt, recoveryCodesLeft: found.recoveryCodesLeft },
    isSecondFactorRequired: house.config.isSecondFactorRequired,
  });
};

const answerChangePassword: Answer<typeof changeStaffPassword> = async ({ house, request, session }) => {
  const staff = await staffById(house.db, session.staffId);
  if (staff === undefined) return refuse("PASSWORD_WRONG");
  const confirmed = await confirmStaffPassword(house, staff, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  if (composedPassword(request.newPassword) === composedPassword(request.currentPassword))
    return refuse("PASSWORD_UNCHANGED");
  const passwordHash = await newPasswordHash(request.newPassword);
  if (!passwordHash.ok) return passwordHash;
  await house.db.transaction().execute(async (tx) => {
    await savePasswordHash(tx, staff.id, passwordHash.value, { isFirst: false });
    await endStaffSessions(tx, staff.id, session.tokenHash);
    await recordAct(tx, house, { networkId: null, staffId: staff.id, act: "staff.password", thing: staff.id });
  });
  return done({});
};

const answerListStaff: Answer<typeof listStaff> = async ({ house, network }) =>
  done({ members: await membersOf(house.db, network.id, membersMax) });

/** Somebody as they see themselves: their networks, as far as this client serves them; none before the second factor. */
async function shownStaff(
  house: House,
  client: Client,
  { id, name, email }: { id: string; name: string; email: string },
  nextStep: StaffStep | null,
): Promise<Staff> {
  if (nextStep === "second-factor") return { staffId: id, name, email, networks: [] };
  const networks = [];
  for (const { networkId, roles } of await rolesOf(house.db, id)) {
    const network = client.networks.includes(networkId) ? await house.networks.get(networkId) : undefined;
    if (network === undefined) continue;
    const { name: shownName, timeZone } = network.definition;
    networks.push({ id: networkId, name: shownName, timeZone, roles });
  }
  return { staffId: id, name, email, networks };
}
