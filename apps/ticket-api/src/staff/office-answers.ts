import { knownDeviceDays } from "@guichet/contract/limits.ts";
import type { changeStaffPassword, listStaff, officeLogin, Staff } from "@guichet/contract/office/staff.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { composedPassword } from "@guichet/rules/passwords.ts";
import type { Answer, RoomAnswers } from "../answering/answer.ts";
import type { Client } from "../answering/client-store.ts";
import { daysMs, later } from "../clock.ts";
import type { House } from "../house.ts";
import { newPasswordHash } from "../identity/passwords.ts";
import { hashed } from "../ids.ts";
import { recordAct } from "./act-store.ts";
import { insertStaffDevice, isKnownStaffDevice } from "./device-store.ts";
import { nextStepOf, openStaffSession } from "./session.ts";
import { endStaffSession, endStaffSessions } from "./session-store.ts";
import { checkStaffSignIn, confirmStaffPassword } from "./sign-in.ts";
import { membersOf, rolesOf, savePasswordHash, staffById } from "./store.ts";

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
  getStaff: async ({ house, client, session }) =>
    done({
      staff: await shownStaff(house, client, { id: session.staffId, ...session }),
      expiresAt: session.expiresAt,
      nextStep: nextStepOf(session),
    }),
  changeStaffPassword: async (ask) => answerChangePassword(ask),
  listStaff: async (ask) => answerListStaff(ask),
};

const answerLogin: Answer<typeof officeLogin> = async ({ house, client, request, address }) => {
  const { email, password, knownDevice: held } = request;
  const checked = await checkStaffSignIn(house, { email, password, address, knownDevice: held });
  if (!checked.ok) return checked;
  const staff = checked.value;
  const { token, expiresAt } = await openStaffSession(house, staff.id, client.id);
  const knownDevice = await rememberBrowser(house, staff.id, held);
  return done({
    staffToken: token,
    expiresAt,
    staff: await shownStaff(house, client, staff),
    nextStep: nextStepOf(staff),
    ...(knownDevice === undefined ? {} : { knownDevice }),
  });
};

/** A token by which this browser has tries of its own next time; none when it holds one that is still good. */
async function rememberBrowser(house: House, staffId: string, held: string | undefined): Promise<string | undefined> {
  const now = house.clock.now();
  const at = now.toISOString();
  if (held !== undefined && (await isKnownStaffDevice(house.db, staffId, hashed(held), at))) return undefined;
  const token = house.ids.token();
  const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
  const device = { tokenHash: hashed(token), staffId, at, expiresAt };
  await house.db.transaction().execute((tx) => insertStaffDevice(tx, device));
  return token;
}

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

/** Somebody as they see themselves: their networks, as far as this client serves them. */
async function shownStaff(
  house: House,
  client: Client,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<Staff> {
  const networks = [];
  for (const { networkId, roles } of await rolesOf(house.db, id)) {
    const network = client.networks.includes(networkId) ? await house.networks.get(networkId) : undefined;
    if (network === undefined) continue;
    const { name: shownName, timeZone } = network.definition;
    networks.push({ id: networkId, name: shownName, timeZone, roles });
  }
  return { staffId: id, name, email, networks };
}
