import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { formatPhone } from "@guichet/rules/persons/phones.ts";
import type { Fault, Typed } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayIn } from "../request-context/today.ts";
import { phoneReader } from "./phone-reader.server.ts";
import { readOwnSignIn, readRemoval } from "./read-own-sign-in.ts";
import { readTraveller } from "./read-traveller.ts";
import { chosenStatus } from "./tariff-status.server.ts";

/** A traveller of the account other than its holder; undefined: no such id. */
export async function travellerOf(ctx: RequestContext, id: string) {
  const account = await ctx.session.account();
  const found = account?.profiles.find(({ userId }) => userId === id);
  if (account === undefined || found === undefined) return undefined;
  const { user } = account;
  return {
    userId: found.userId,
    isSelf: found.userId === user.userId,
    firstName: found.userName,
    lastName: found.userLastname,
    birthday: found.userBirthday,
    phone: found.userPhoneNumber === null ? null : formatPhone(found.userPhoneNumber, ctx.network.country),
    address: found.address,
    /** Changes whenever the picture changes; null: no picture. */
    picture: pictureOf(found),
    isActive: found.userStatus === "active",
    tariffStatus: found.tariffStatus,
    hasOwnSignIn: found.hasOwnSignIn === true,
    /** The holder's sign-in e-mail, shared by travellers' own sign-ins; null where the holder has no password. */
    holderEmail: user.identities.some(({ providerId }) => providerId === "password") ? user.userMail : null,
  };
}
export type TravellerShown = NonNullable<Awaited<ReturnType<typeof travellerOf>>>;

/** Version of the picture, so that each picture has its own address; null: none. */
export const pictureOf = ({ userPictureUrl }: { userPictureUrl: string | null }): string | null =>
  userPictureUrl === null ? null : (new URL(userPictureUrl).pathname.split("/").at(-1) ?? null);

type Refused = { ok: false; faults: Fault<FormCode>[] };
export type Changed = { ok: true } | Refused;

/** Creates a traveller's own sign-in, or changes its password (§6). */
export async function giveOwnSignIn(ctx: RequestContext, userId: string, typed: Typed): Promise<Changed> {
  const read = readOwnSignIn(typed, isCommonPassword);
  if (!read.ok) return read;
  const { password, currentPassword } = read.value;
  const changed = await ctx.call("updateAccount", { travellerPassword: password, currentPassword }, { userId });
  if (changed.ok) return { ok: true };
  return { ok: false, faults: [{ code: changed.code, field: formFaultField(changed.code, "traveller") }] };
}

/** Removes a traveller's own sign-in. */
export async function removeOwnSignIn(ctx: RequestContext, userId: string, typed: Typed): Promise<Changed> {
  const read = readRemoval(typed);
  if (!read.ok) return read;
  const changed = await ctx.call("updateAccount", { travellerPassword: null, ...read.value }, { userId });
  if (changed.ok) return { ok: true };
  return { ok: false, faults: [{ code: changed.code, field: formFaultField(changed.code, "removal") }] };
}

const askedOf = ({ network, now }: RequestContext) => ({
  today: todayIn(network.timeZone, new Date(now())),
  hideBirthDate: network.specific.hideBirthDate,
  readPhone: phoneReader(network),
});

/** Adds a traveller to the account; a form submitted twice adds one. */
export async function addTraveller(ctx: RequestContext, typed: Typed): Promise<{ ok: true; userId: string } | Refused> {
  const read = readTraveller(typed, askedOf(ctx));
  if (!read.ok) return read;
  const settings = /^[\w-]{8,128}$/.test(typed.key ?? "") ? { idempotencyKey: typed.key ?? "" } : {};
  const added = await ctx.call("createProfile", { ...read.value, ...chosenStatus(ctx, typed) }, settings);
  if (added.ok) return { ok: true, userId: added.value.user.userId };
  return { ok: false, faults: [{ code: added.code, field: formFaultField(added.code, "person") }] };
}

/** Saves a traveller's names, birth date, phone and address. */
export async function savePerson(ctx: RequestContext, userId: string, typed: Typed): Promise<Changed> {
  const read = readTraveller(typed, askedOf(ctx));
  if (!read.ok) return read;
  const { birthDate, ...others } = read.value;
  const values = ctx.network.specific.hideBirthDate ? others : { ...others, birthDate };
  const saved = await ctx.call("updateAccount", values, { userId });
  if (saved.ok) return { ok: true };
  return { ok: false, faults: [{ code: saved.code, field: formFaultField(saved.code, "person") }] };
}

/** Deactivates or reactivates a traveller. */
export const deactivate = (ctx: RequestContext, userId: string): Promise<Changed> =>
  switched(ctx, "disableProfile", userId);
export const restore = (ctx: RequestContext, userId: string): Promise<Changed> =>
  switched(ctx, "restoreProfile", userId);

async function switched(
  ctx: RequestContext,
  call: "disableProfile" | "restoreProfile",
  userId: string,
): Promise<Changed> {
  const done = await ctx.call(call, { userId });
  return done.ok ? { ok: true } : { ok: false, faults: [{ code: done.code }] };
}

/** Sets or removes a person's picture. */
export async function savePicture(ctx: RequestContext, userId: string, file: File | undefined): Promise<Changed> {
  if (file === undefined || file.size === 0) return pictureFault("PICTURE_NOT_A_FILE");
  if (file.size > uploadMaxBytes) return pictureFault("FILE_TOO_LARGE");
  const sent = { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name };
  const saved = await ctx.call("uploadMedia", {}, { userId, file: sent });
  return saved.ok ? { ok: true } : pictureFault(saved.code);
}

export async function removePicture(ctx: RequestContext, userId: string): Promise<Changed> {
  const removed = await ctx.call("removePicture", {}, { userId });
  return removed.ok ? { ok: true } : pictureFault(removed.code);
}

const pictureFault = (code: FormCode): Changed => ({ ok: false, faults: [{ code, field: "picture" }] });
