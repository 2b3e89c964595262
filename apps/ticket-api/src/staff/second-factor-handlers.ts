import { knownDeviceDays } from "@guichet/contract/limits/sign-in-limits.ts";
import type {
  beginSecondFactor,
  confirmSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@guichet/contract/office/second-factor.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { barcodePath, qr } from "@guichet/ticket-code/barcode.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { endOfStaffSession, nextStepOf } from "../sessions/staff-session.ts";
import { endStaffSessions, type StaffSession } from "../sessions/staff-session-store.ts";
import { staffById } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { dropStaffDevices, insertStaffDevice } from "./device-store.ts";
import { newRecoveryCodes, newSecret, normaliseCode, otpAuthUri, stepOfCode } from "./one-time-codes.ts";
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

/** Handlers of the calls by which the staff set up and enter their second factor. */
export const secondFactorHandlers: ModuleHandlers<
  "giveSecondFactor" | "beginSecondFactor" | "confirmSecondFactor" | "renewRecoveryCodes" | "removeSecondFactor"
> = {
  giveSecondFactor: async (ctx) => verifyHandler(ctx),
  beginSecondFactor: async (ctx) => beginHandler(ctx),
  confirmSecondFactor: async (ctx) => confirmHandler(ctx),
  renewRecoveryCodes: async (ctx) => renewCodesHandler(ctx),
  removeSecondFactor: async (ctx) => removeHandler(ctx),
};

const verifyHandler: Handler<typeof giveSecondFactor> = async ({ deps, request, session, address }) => {
  const { code, recoveryCode, knownDevice: deviceToken } = request;
  const enteredCode = recoveryCode === undefined ? code && { code } : { recoveryCode };
  if (!enteredCode) return err("FIELD_REQUIRED", { field: "code" });
  if (nextStepOf(session, deps.config) !== "second-factor") return err("TRANSITION_NOT_ALLOWED");
  const { staffId, tokenHash } = session;
  const checked = await checkSecondFactor(deps, { staffId, given: enteredCode, address, knownDevice: deviceToken });
  if (!checked.ok) return checked;
  const staffToken = deps.ids.token();
  const [at, expiresAt] = [deps.clock.iso(), endOfStaffSession(deps)];
  const next = { tokenHash: hashed(staffToken), at, expiresAt };
  if (!(await completeSession(deps.db, tokenHash, next))) return err("TRANSITION_NOT_ALLOWED");
  const knownDevice = await rememberBrowser(deps, staffId, deviceToken);
  const nextStep = nextStepOf({ ...session, isSecondFactorGiven: true }, deps.config);
  return ok({ staffToken, expiresAt, nextStep, ...(knownDevice === undefined ? {} : { knownDevice }) });
};

/** A set-up that was started before this expires. */
const pendingSince = ({ clock }: Dependencies): string => later(clock.now(), -minutesMs(setUpMinutes)).toISOString();
const setUpMinutes = 15;

/** The issuer that an app shows. */
const issuer = "Guichet";

const beginHandler: Handler<typeof beginSecondFactor> = async ({ deps, request, session }) => {
  const { staffId, tokenHash, email } = session;
  const sealedKey = await pendingSecret(deps.db, tokenHash, pendingSince(deps));
  const pendingKey = sealedKey === null ? undefined : unsealSecret(deps, staffId, sealedKey);
  // After sign-in the password is required: an unattended screen must not change the second factor.
  if (nextStepOf(session, deps.config) === null && pendingKey === undefined) {
    if (request.currentPassword === undefined) return err("FIELD_REQUIRED", { field: "currentPassword" });
    const confirmed = await confirm(deps, session, request.currentPassword);
    if (!confirmed.ok) return confirmed;
  }
  const key = pendingKey ?? newSecret(deps.ids);
  if (pendingKey === undefined)
    await savePendingSecret(deps.db, tokenHash, sealSecret(deps, staffId, key), deps.clock.iso());
  const uri = otpAuthUri(key, issuer, email);
  return ok({ key, uri, qr: barcodePath(qr(uri)) });
};

const confirmHandler: Handler<typeof confirmSecondFactor> = async ({ deps, request, session }) => {
  const { staffId, tokenHash } = session;
  const pending = await pendingSecret(deps.db, tokenHash, pendingSince(deps));
  const secret = pending === null ? undefined : unsealSecret(deps, staffId, pending);
  if (pending === null || secret === undefined) return err("TRANSITION_NOT_ALLOWED");
  const now = deps.clock.now();
  if (!(await countAttempt(deps.db, "", `staff-set-up:${tokenHash}`, now, confirmLimit)))
    return err("TOO_MANY_REQUESTS");
  const step = stepOfCode(secret, normaliseCode(request.code), now);
  if (step === undefined) return err("SECOND_FACTOR_WRONG");
  const recoveryCodes = newRecoveryCodes(deps.ids);
  const knownDevice = deps.ids.token();
  const at = now.toISOString();
  await deps.db.transaction().execute(async (tx) => {
    const codeHashes = recoveryCodes.map((code) => hashed(normaliseCode(code)));
    await saveSecondFactor(tx, { staffId, sealedSecret: pending, lastStep: step, codeHashes, at });
    await markSecondFactor(tx, tokenHash, at);
    await endStaffSessions(tx, staffId, tokenHash);
    // Browsers that became known with the password alone are forgotten.
    await dropStaffDevices(tx, staffId);
    const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
    await insertStaffDevice(tx, { tokenHash: hashed(knownDevice), staffId, at, expiresAt });
    await recordAction(tx, deps, session, "staff.second-factor");
  });
  return ok({ recoveryCodes, knownDevice });
};

const renewCodesHandler: Handler<typeof renewRecoveryCodes> = async ({ deps, request, session }) => {
  if (!session.hasSecondFactor) return err("TRANSITION_NOT_ALLOWED");
  const confirmed = await confirm(deps, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  const recoveryCodes = newRecoveryCodes(deps.ids);
  await deps.db.transaction().execute(async (tx) => {
    const codeHashes = recoveryCodes.map((code) => hashed(normaliseCode(code)));
    await saveRecoveryCodes(tx, session.staffId, codeHashes);
    await recordAction(tx, deps, session, "staff.recovery-codes");
  });
  return ok({ recoveryCodes });
};

const removeHandler: Handler<typeof removeSecondFactor> = async ({ deps, request, session }) => {
  if (!session.hasSecondFactor || deps.config.isSecondFactorRequired) return err("TRANSITION_NOT_ALLOWED");
  const confirmed = await confirm(deps, session, request.currentPassword);
  if (!confirmed.ok) return confirmed;
  await deps.db.transaction().execute(async (tx) => {
    await dropSecondFactor(tx, session.staffId);
    await endStaffSessions(tx, session.staffId, session.tokenHash);
    await recordAction(tx, deps, session, "staff.second-factor-removal");
  });
  return ok({});
};

const recordAction = (tx: Tx, deps: Dependencies, { staffId }: StaffSession, name: string) =>
  recordAuditEntry(tx, deps, { networkId: null, staffId, act: name, thing: staffId });

async function confirm(
  deps: Dependencies,
  session: StaffSession,
  password: string,
): Promise<Result<true, "PASSWORD_WRONG" | "TOO_MANY_REQUESTS">> {
  const staff = await staffById(deps.db, session.staffId);
  return staff === undefined ? err("PASSWORD_WRONG") : confirmStaffPassword(deps, staff, session, password);
}
