import { isCommonPassword } from "@guichet/rules/common-passwords.ts";
import { formFaultField } from "../identity/fault-fields.ts";
import type { FormCode } from "../identity/form-codes.ts";
import type { Fault, Typed } from "../shell/typed.ts";
import type { Visit } from "../shell/visit.ts";
import { readOwnSignIn, readRemoval } from "./read-own-sign-in.ts";

/** A traveller of the account other than its holder; undefined: there is none of that id. */
export async function travellerOf(visit: Visit, id: string) {
  const account = await visit.session.account();
  const found = account?.profiles.find(({ userId }) => userId === id);
  if (account === undefined || found === undefined) return undefined;
  const { user } = account;
  return {
    userId: found.userId,
    isSelf: found.userId === user.userId,
    firstName: found.userName,
    lastName: found.userLastname,
    birthday: found.userBirthday,
    isActive: found.userStatus === "active",
    tariffStatus: found.tariffStatus,
    hasOwnSignIn: found.hasOwnSignIn === true,
    /** Own sign-ins stand under the holder's e-mail and password. */
    holderEmail: user.identities.some(({ providerId }) => providerId === "password") ? user.userMail : null,
  };
}
export type TravellerShown = NonNullable<Awaited<ReturnType<typeof travellerOf>>>;

export type Changed = { ok: true } | { ok: false; faults: Fault<FormCode>[] };

/** Gives a traveller a sign-in of their own, or another password (§6). */
export async function giveOwnSignIn(visit: Visit, userId: string, typed: Typed): Promise<Changed> {
  const read = readOwnSignIn(typed, isCommonPassword);
  if (!read.ok) return read;
  const { password, currentPassword } = read.value;
  const changed = await visit.call("updateAccount", { travellerPassword: password, currentPassword }, { userId });
  if (changed.ok) return { ok: true };
  return { ok: false, faults: [{ code: changed.code, field: formFaultField(changed.code, "traveller") }] };
}

/** Takes a traveller's own sign-in away. */
export async function removeOwnSignIn(visit: Visit, userId: string, typed: Typed): Promise<Changed> {
  const read = readRemoval(typed);
  if (!read.ok) return read;
  const changed = await visit.call("updateAccount", { travellerPassword: null, ...read.value }, { userId });
  if (changed.ok) return { ok: true };
  return { ok: false, faults: [{ code: changed.code, field: formFaultField(changed.code, "removal") }] };
}
