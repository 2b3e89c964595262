import type { changeStaffPassword, listStaff, officeLogin, Staff } from "@guichet/contract/office/staff.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { Answer, RoomAnswers } from "../answering/answer.ts";
import type { Client } from "../answering/client-store.ts";
import type { House } from "../house.ts";
import { newPasswordHash } from "../identity/passwords.ts";
import { hashed } from "../ids.ts";
import { recordAct } from "./act-store.ts";
import { openStaffSession } from "./session.ts";
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
  officeLogout: async ({ house, token }) => {
    if (token !== undefined && token !== "") await endStaffSession(house.db, hashed(token));
    return done({});
  },
  getStaff: async ({ house, client, session }) =>
    done({ staff: await shownStaff(house, client, { id: session.staffId, ...session }), expiresAt: session.expiresAt }),
  changeStaffPassword: async (ask) => answerChangePassword(ask),
  listStaff: async (ask) => answerListStaff(ask),
};

const answerLogin: Answer<typeof officeLogin> = async ({ house, client, request, address }) => {
  const checked = await checkStaffSignIn(house, { ...request, address });
  if (!checked.ok) return checked;
  const staff = checked.value;
  const { token, expiresAt } = await openStaffSession(house, staff.id, client.id);
  return done({ staffToken: token, expiresAt, staff: await shownStaff(house, client, staff) });
};

const answerChangePassword: Answer<typeof changeStaffPassword> = async ({ house, request, session }) => {
  const staff = await staffById(house.db, session.staffId);
  if (staff === undefined) return refuse("PASSWORD_WRONG");
  const confirmed = await confirmStaffPassword(house, staff, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  if (request.newPassword === request.currentPassword) return refuse("PASSWORD_UNCHANGED");
  const passwordHash = await newPasswordHash(request.newPassword);
  if (!passwordHash.ok) return passwordHash;
  await house.db.transaction().execute(async (tx) => {
    await savePasswordHash(tx, staff.id, passwordHash.value);
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
