import type { AnswerOf, CodeOf } from "@guichet/contract/call.ts";
import type { login, ProfileChoice } from "@guichet/contract/identity.ts";
import { idTokenMinutes } from "@guichet/contract/limits/session-limits.ts";
import { guestSignInsPerHour, knownDeviceDays } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { z } from "zod";
import { type Account, accountOfLogin } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockEmail } from "../account-records/identity-store.ts";
import { guestProvider, openAccount } from "../account-records/open-account.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { insertKnownDevice, isKnownDevice, type Login, lockLogin } from "../authentication/login-store.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { passwordProvider } from "../network-registry/sign-in-providers.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { useSession } from "../sessions/session.ts";
import { readWallet } from "../wallet/read-wallet.ts";
import { readGuestBirthDate, readGuestNames } from "./guest-details.ts";
import { joinGuestOrders } from "./guest-orders.ts";
import { isSignInValid, readSignIn, type SignedIn } from "./id-tokens.ts";
import { openSessionFor } from "./open-session.ts";

type CallContext = Parameters<Handler<typeof login>>[0];
const perHour = minutesMs(60);

/** Opens a session: of a customer with the identity token of their sign-in, or of a guest by their contact details (§4, §6). */
export const loginHandler: Handler<typeof login> = async (ctx) => {
  const { provider, authAsGuest, withWallet } = ctx.request;
  if (provider !== undefined && !passwordProviderNames.has(provider.toLowerCase())) return err("PROVIDER_UNKNOWN");
  const opened = await (authAsGuest === true ? loginAsGuest(ctx) : loginByToken(ctx));
  const token = opened.ok ? opened.value.user?.userToken : undefined;
  if (!opened.ok || token === undefined || withWallet !== true) return opened;
  const session = await useSession(ctx.deps, hashed(token), ctx.network.id);
  return session === undefined ? opened : ok({ ...opened.value, wallet: await readWallet({ ...ctx, session }) });
};

/** The names of the toolkit's sign-in. Its tokens do not vouch for people who signed in elsewhere. */
const passwordProviderNames: ReadonlySet<string> = new Set([passwordProvider, "email", "firebase"]);

/**
 * Opens a session with an identity token. The holder's token opens the holder, or with `userId` a traveller of the account; with
 * `forceProfiles` the response lists the profiles. A token of travellers opens the named one, or lists them; never the holder (§4).
 */
const loginByToken: Handler<typeof login> = async (ctx) => {
  const { deps, network, request, language } = ctx;
  if (request.firebase_token === undefined) return err("FIELD_REQUIRED", { field: "firebase_token" });
  const signedIn = await readSignIn(deps, network.id, request.firebase_token);
  if (typeof signedIn === "string") return err("TOKEN_INVALID");
  const outcome = await runTransaction<AnswerOf<typeof login>, CodeOf<typeof login>>(deps.db, async (tx) => {
    const login = await lockLogin(tx, network.id, signedIn.login.id);
    if (login === undefined || !(await isSignInValid(tx, login, signedIn))) return err("TOKEN_INVALID");
    const known = await accountOfLogin(tx, network.id, login.id);
    if (known === undefined) await lockEmail(tx, network.id, login.email);
    if (known === undefined && (await otherAccountHasEmail(tx, network.id, login.email, null))) {
      return err("EMAIL_EXISTS_OTHER_PROVIDER");
    }
    const accountId =
      known?.id ??
      (await openAccount(tx, deps, {
        networkId: network.id,
        email: login.email,
        guest: false,
        language,
        firstName: "",
        lastName: "",
        identity: { providerId: passwordProvider, subject: login.id },
      }));
    if (login.ownerProvedAt !== null) await joinGuestOrders(tx, deps, login);
    const picked = pickTraveller(ctx, signedIn, await travellersOf(tx, network.id, accountId));
    if (picked === undefined) return err("NOT_FOUND");
    if ("profiles" in picked) return ok(picked);
    const { traveller } = picked;
    const user = await openSessionFor(tx, ctx, {
      accountId,
      traveller,
      providerId: passwordProvider,
      provedAt: signedIn.signedInAt.toISOString(),
      signedInAt: signedIn.signedInAt.toISOString(),
      signInId: signedIn.signInId,
    });
    const knownDevice = await rememberDevice(tx, deps, login, request.knownDevice);
    const isNewDevice = known !== undefined && knownDevice !== undefined;
    if (isNewDevice) await notifyNewSignIn(tx, ctx, { ...signedIn, login, account: known, traveller });
    return ok({ user, ...(knownDevice === undefined ? {} : { knownDevice }) });
  });
  deps.wake();
  return outcome;
};

/** The traveller that a sign-in opens, or those to choose from; undefined: the named one is not among them. */
function pickTraveller(
  { request }: CallContext,
  { travellers }: SignedIn,
  accountTravellers: readonly Traveller[],
): { traveller: Traveller } | { profiles: z.infer<typeof ProfileChoice>[] } | undefined {
  const own = new Set(travellers?.map(({ travellerId }) => travellerId));
  const open = accountTravellers.filter(
    ({ id, deactivatedAt }) => deactivatedAt === null && (travellers === null || own.has(id)),
  );
  if (request.userId !== undefined) {
    const named = open.find(({ id }) => id === request.userId);
    return named && { traveller: named };
  }
  const [first] = open;
  if (first === undefined) return undefined;
  const mayChoose = travellers !== null || request.forceProfiles === true;
  return mayChoose && open.length > 1 ? { profiles: open.map(profileChoice) } : { traveller: first };
}

const profileChoice = ({ id, firstName, lastName, isHolder }: Traveller): z.infer<typeof ProfileChoice> => ({
  userId: id,
  userName: firstName,
  userLastname: lastName,
  isParent: isHolder,
});

const loginAsGuest: Handler<typeof login> = async (ctx) => {
  const { deps, network, request, language } = ctx;
  if (!network.definition.switches.guestOrders) return err("GUEST_NOT_ALLOWED");
  if (request.guest === undefined) return err("GUEST_DATA_REQUIRED", { field: "guest" });
  const names = readGuestNames(request.guest);
  if (!names.ok) return err("GUEST_DATA_REQUIRED", { ...names.details, reason: names.code });
  const birthDate = readGuestBirthDate(request.guest.birthDate ?? null, network, deps.clock.iso());
  if (!birthDate.ok) return birthDate;
  const limit = { limit: guestSignInsPerHour, windowMs: perHour, blockMs: perHour };
  const subject = `guest:${addressBlock(ctx.address)}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), limit))) return err("TOO_MANY_REQUESTS");
  const { email } = request.guest;
  return runTransaction(deps.db, async (tx) => {
    const person = { ...names.value, birthDate: birthDate.value };
    const guest = { networkId: network.id, email, guest: true, language, ...person, identity: null };
    const accountId = await openAccount(tx, deps, guest);
    return ok({
      user: await openSessionFor(tx, ctx, { accountId, providerId: guestProvider, provedAt: deps.clock.iso() }),
    });
  });
};

/**
 * Notifies the address of the login of a sign-in with an unknown browser. Once per sign-in, however often its token opens a session.
 * A renewed session and the sign-in that opened the account send nothing.
 */
async function notifyNewSignIn(
  tx: Tx,
  { deps, network, request, language }: CallContext,
  { login, account, traveller, signInId, signedInAt }: SignedIn & { account: Account; traveller: Traveller },
): Promise<void> {
  const now = deps.clock.now();
  if (now.getTime() - signedInAt.getTime() > minutesMs(idTokenMinutes)) return;
  if (signedInAt.getTime() < Date.parse(account.createdAt)) return;
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account.id,
    to: login.email,
    template: "new-sign-in",
    language: account.language ?? language,
    values: {
      at: now.toISOString(),
      device: request.device ?? null,
      traveller: traveller.isHolder ? null : traveller.firstName,
    },
    cause: `new-sign-in-${signInId}`,
  });
}

/** A token that gives this browser its own sign-in attempts next time; none if its current token is still valid. */
async function rememberDevice(
  tx: Tx,
  deps: Dependencies,
  login: Login,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  if (deviceToken !== undefined && (await isKnownDevice(tx, login.networkId, login.email, hashed(deviceToken), at)))
    return undefined;
  const token = deps.ids.token();
  const expiresAt = later(now, daysMs(knownDeviceDays)).toISOString();
  await insertKnownDevice(tx, {
    tokenHash: hashed(token),
    networkId: login.networkId,
    loginId: login.id,
    at,
    expiresAt,
  });
  return token;
}
