import type { login } from "@guichet/contract/identity.ts";
import { guestSignInsPerHour, knownDeviceDays } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { readNames } from "@guichet/rules/names.ts";
import { joinGuestOrders } from "../accounts/guest-orders.ts";
import { lockEmail } from "../accounts/identity-store.ts";
import { guestProvider, openAccount } from "../accounts/open-account.ts";
import { accountOfLogin, otherAccountHasEmail } from "../accounts/store.ts";
import type { Answer } from "../answering/answer.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import { decide } from "../database/deciding.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { addressBlock } from "./address-block.ts";
import { enter } from "./enter.ts";
import { readIdToken } from "./id-tokens.ts";
import { holdLogin, insertKnownDevice, isKnownDevice, type Login } from "./login-store.ts";
import { passwordProvider } from "./providers.ts";
import { takeTry } from "./tries-store.ts";

const perHour = minutesMs(60);

/** Opens a session: of a customer by the identity token of their sign-in, or of a guest by what they say (§4, §6). */
export const answerLogin: Answer<typeof login> = (ask) =>
  ask.request.authAsGuest === true ? loginAsGuest(ask) : loginByToken(ask);

const loginByToken: Answer<typeof login> = async (ask) => {
  const { house, network, request, language } = ask;
  if (request.firebase_token === undefined) return refuse("FIELD_REQUIRED", { field: "firebase_token" });
  const holder = await readIdToken(house, network.id, request.firebase_token);
  if (typeof holder === "string") return refuse("TOKEN_INVALID");
  return decide(house.db, async (tx) => {
    const login = await holdLogin(tx, network.id, holder.login.id);
    if (login === undefined) return refuse("TOKEN_INVALID");
    const known = await accountOfLogin(tx, network.id, login.id);
    if (known === undefined) await lockEmail(tx, network.id, login.email);
    if (known === undefined && (await otherAccountHasEmail(tx, network.id, login.email, null))) {
      return refuse("EMAIL_EXISTS_OTHER_PROVIDER");
    }
    const accountId =
      known?.id ??
      (await openAccount(tx, house, {
        networkId: network.id,
        email: login.email,
        guest: false,
        language,
        firstName: "",
        lastName: "",
        identity: { providerId: passwordProvider, subject: login.id },
      }));
    if (login.emailVerifiedAt !== null) await joinGuestOrders(tx, house, login);
    const user = await enter(tx, ask, {
      accountId,
      providerId: passwordProvider,
      provedAt: holder.signedInAt.toISOString(),
    });
    const knownDevice = await rememberDevice(tx, house, login, request.knownDevice);
    return done({ user, ...(knownDevice === undefined ? {} : { knownDevice }) });
  });
};

const loginAsGuest: Answer<typeof login> = async (ask) => {
  const { house, network, request, language } = ask;
  if (!network.definition.switches.guestOrders) return refuse("GUEST_NOT_ALLOWED");
  if (request.guest === undefined) return refuse("GUEST_DATA_REQUIRED", { field: "guest" });
  const names = readNames(request.guest);
  if (!names.ok) return refuse("GUEST_DATA_REQUIRED", { ...names.details, reason: names.code });
  const limit = { limit: guestSignInsPerHour, windowMs: perHour, blockMs: perHour };
  const subject = `guest:${addressBlock(ask.address)}`;
  if (!(await takeTry(house.db, network.id, subject, house.clock.now(), limit))) return refuse("TOO_MANY_REQUESTS");
  const { email } = request.guest;
  return decide(house.db, async (tx) => {
    const guest = { networkId: network.id, email, guest: true, language, ...names.value, identity: null };
    const accountId = await openAccount(tx, house, guest);
    return done({ user: await enter(tx, ask, { accountId, providerId: guestProvider, provedAt: house.clock.iso() }) });
  });
};

/** A token by which this browser has tries of its own next time; none when it holds one that is still good. */
async function rememberDevice(
  tx: Tx,
  house: House,
  login: Login,
  held: string | undefined,
): Promise<string | undefined> {
  const now = house.clock.now();
  const at = now.toISOString();
  if (held !== undefined && (await isKnownDevice(tx, login.networkId, login.email, hashed(held), at))) return undefined;
  const token = house.ids.token();
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
