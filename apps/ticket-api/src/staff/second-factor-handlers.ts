import { knownDeviceDays } from "@guichet/contract/limits.ts";
import type {
  beginSecondFactor,
  confirmSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@guichet/contract/office/second-factor.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { barcodePath, qr } from "@guichet/ticket-code/barcode.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { House } from "../dependencies.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { takeTry } from "../rate-limits/attempt-store.ts";
import { endOfStaffSession, nextStepOf } from "../sessions/staff-session.ts";
import { endStaffSessions, type StaffSession } from "../sessions/staff-session-store.ts";
import { staffById } from "../sessions/staff-store.ts";
import { recordAct } from "./audit-entry-store.ts";
import { dropStaffDevices, insertStaffDevice } from "./device-store.ts";
import { newRecoveryCodes, newSecret, stepOfCode, tidyCode, uriOf } from "./one-time-codes.ts";
import { rememberBrowser } from "./remember-browser.ts";
import { checkSecondFactor, confirmLimit, sealSecret, unsealSecret } from "./second-factor.ts";
import {
  completeSession,
  dropSecondFactor,
  markSecondFactor,
  pendingSecret,
  savePendingSecret,
  saveRecoveryCodes,
  saveSecondFactor,
} from "./second-factor-store.ts";
import { confirmStaffPassword } from "./sign-in.ts";

/** Answers the calls by which the staff set up and give their second factor. */
export const secondFactorAnswers: RoomAnswers<
  "giveSecondFactor" | "beginSecondFactor" | "confirmSecondFactor" | "renewRecoveryCodes" | "removeSecondFactor"
> = {
  giveSecondFactor: async (ask) => answerGive(ask),
  beginSecondFactor: async (ask) => answerBegin(ask),
  confirmSecondFactor: async (ask) => answerConfirm(ask),
  renewRecoveryCodes: async (ask) => answerRenewCodes(ask),
  removeSecondFactor: async (ask) => answerRemove(ask),
};

const answerGive: Answer<typeof giveSecondFactor> = async ({ house, request, session, address }) => {
  const { code, recoveryCode, knownDevice: held } = request;
  const given = recoveryCode === undefined ? code && { code } : { recoveryCode };
  if (!given) return refuse("FIELD_REQUIRED", { field: "code" });
  if (nextStepOf(session, house.config) !== "second-factor") return refuse("TRANSITION_NOT_ALLOWED");
  const { staffId, tokenHash } = session;
  const checked = await checkSecondFactor(house, { staffId, given, address, knownDevice: held });
  if (!checked.ok) return checked;
  const staffToken = house.ids.token();
  const [at, expiresAt] = [house.clock.iso(), endOfStaffSession(house)];
  const next = { tokenHash: hashed(staffToken), at, expiresAt };
  if (!(await completeSession(house.db, tokenHash, next))) return refuse("TRANSITION_NOT_ALLOWED");
  const knownDevice = await rememberBrowser(house, staffId, held);
  const nextStep = nextStepOf({ ...session, isSecondFactorGiven: true }, house.config);
  return done({ staffToken, expiresAt, nextStep, ...(knownDevice === undefined ? {} : { knownDevice }) });
};

/** A key that was begun before this is begun anew. */
const pendingSince = ({ clock }: House): string => later(clock.now(), -minutesMs(setUpMinutes)).toISOString();
const setUpMinutes = 15;

/** The issuer that an app shows. */
const issuer = "Guichet";

const answerBegin: Answer<typeof beginSecondFactor> = async ({ house, request, session }) => {
  const { staffId, tokenHash, email } = session;
  const before = await pendingSecret(house.db, tokenHash, pendingSince(house));
  const known = before === null ? undefined : unsealSecret(house, staffId, before);
  // Who is past the sign-in says the password: an unattended screen changes no second factor.
  if (nextStepOf(session, house.config) === null && known === undefined) {
    if (request.currentPassword === undefined) return refuse("FIELD_REQUIRED", { field: "currentPassword" });
    const confirmed = await confirm(house, session, request.currentPassword);
    if (!confirmed.ok) return confirmed;
  }
  const key = known ?? newSecret(house.ids);
  if (known === undefined)
    await savePendingSecret(house.db, tokenHash, sealSecret(house, staffId, key), house.clock.iso());
  const uri = uriOf(key, issuer, email);
  return done({ key, uri, qr: barcodePath(qr(uri)) });
};

const answerConfirm: Answer<typeof confirmSecondFactor> = async ({ house, request, session }) => {
  const { staffId, tokenHash } = session;
  const pending = await pendingSecret(house.db, tokenHash, pendingSince(house));
  const secret = pending === null ? undefined : unsealSecret(house, staffId, pending);
  if (pending === null || secret === undefined) return refuse("TRANSITION_NOT_ALLOWED");
  const now = house.clock.now();
  if (!(await takeTry(house.db, "", `staff-set-up:${tokenHash}`, now, confirmLimit)))
    return refuse("TOO_MANY_REQUESTS");
  const step = stepOfCode(secret, tidyCode(request.code), now);
  if (step === undefined) return refuse("SECOND_FACTOR_WRONG");
  const recoveryCodes = newRecoveryCodes(house.ids);
  const knownDevice = house.ids.token();
  const at = now.toISOString();
  await house.db.transaction().execute(async (tx) => {
    const codeHashes = recoveryCodes.map((code) => hashed(tidyCode(code)));
    await saveSecondFactor(tx, { staffId, sealedSecret: pending, lastStep: step, codeHashes, at });
    await markSecondFactor(tx, tokenHash, at);
    await endStaffSessions(tx, staffId, tokenHash);
    // Browsers that the password alone made known are strangers again.
    await dropStaffDevices(tx, staffId);
    const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
    await insertStaffDevice(tx, { tokenHash: hashed(knownDevice), staffId, at, expiresAt });
    await act(tx, house, session, "staff.second-factor");
  });
  return done({ recoveryCodes, knownDevice });
};

const answerRenewCodes: Answer<typeof renewRecoveryCodes> = async ({ house, request, session }) => {
  if (!session.hasSecondFactor) return refuse("TRANSITION_NOT_ALLOWED");
  const confirmed = await confirm(house, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  const recoveryCodes = newRecoveryCodes(house.ids);
  await house.db.transaction().execute(async (tx) => {
    const codeHashes = recoveryCodes.map((code) => hashed(tidyCode(code)));
    await saveRecoveryCodes(tx, session.staffId, codeHashes);
    await act(tx, house, session, "staff.recovery-codes");
  });
  return done({ recoveryCodes });
};

const answerRemove: Answer<typeof removeSecondFactor> = async ({ house, request, session }) => {
  if (!session.hasSecondFactor || house.config.isSecondFactorRequired) return refuse("TRANSITION_NOT_ALLOWED");
  const confirmed = await confirm(house, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  await house.db.transaction().execute(async (tx) => {
    await dropSecondFactor(tx, session.staffId);
    await endStaffSessions(tx, session.staffId, session.tokenHash);
    await act(tx, house, session, "staff.second-factor-removal");
  });
  return done({});
};

const act = (tx: Tx, house: House, { staffId }: StaffSession, name: string) =>
  recordAct(tx, house, { networkId: null, staffId, act: name, thing: staffId });

async function confirm(
  house: House,
  session: StaffSession,
  password: string,
): Promise<Outcome<true, "PASSWORD_WRONG" | "TOO_MANY_REQUESTS">> {
  const staff = await staffById(house.db, session.staffId);
  return staff === undefined ? refuse("PASSWORD_WRONG") : confirmStaffPassword(house, staff, session, password);
}
