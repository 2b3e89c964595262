import { beforeEach, expect, test } from "vitest";
import { everyTokenIsActive, holder } from "../../testing/api-peer.ts";
import { cookiesOf } from "../../testing/browser-requests.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const found = { token: "secret-found", media: { lastDigits: "3339", firstName: "Lou", isLinked: false } };
const card = {
  id: "c1",
  network_id: "demo",
  provider_id: "network",
  number: "9250 1111 2222 3339",
  expires_at: "2030-01-01T00:00:00.000Z",
  created_at: "2026-01-01T00:00:00.000Z",
  state: "active",
  incident: null,
  incident_at: null,
  replacement: null,
  replaced_by: null,
  made_by: null,
  traveller: { userId: "u1", firstName: "Karim", lastName: "Morel" },
};
const byCard = {
  ...holder,
  userName: "Lou",
  userLastname: "",
  authAsGuest: true,
  identities: [{ providerId: "card" }],
};

/** Responses that replace the default ones of the test server, by path. */
let says: Record<string, object> = {};
let holds: object[] = [card];
let finds = found;

const refusal = (code: string, details?: object) => ({ status: "ko", error: { code, message: "", details } });
const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:";
const tokens = { localId: "l1", email: "nour@demo.example", idToken: "id", refreshToken: "refresh" };

const { get, post, sent } = shopOfFile(() => {
  type Reply = { code(status: number): { send(body: object): unknown } };
  const by = (path: string, body: () => object) => ({
    [path]: (_seen: unknown, reply: Reply) => {
      const said = says[path];
      return said ? reply.code("status" in said ? 409 : 400).send(said) : body();
    },
  });
  return {
    ...by("/Account/searchLocalMediaForSignin", () => ({ status: "ok", ...finds })),
    ...by("/Account/signinWithToken", () => ({
      status: "ok",
      user: { ...byCard, userToken: "card" },
      media: { lastDigits: "3339", firstName: "Lou" },
    })),
    "/Account/getMedias.json": (seen) => ({
      status: "ok",
      ordered: [],
      medias: seen.headers.authorization === "Bearer card" ? [{ ...card, number: "3339" }] : holds,
    }),
    ...by("/Account/registerMedia.json", () => ({ status: "ok", media: card })),
    ...by("/Account/declareMediaIncident", () => ({ status: "ok", media: card, blockedTickets: 0 })),
    ...by("/Account/unregisterMedia", () => ({ status: "ok" })),
    ...by(`${toolkit}signUp`, () => tokens),
    ...by("/Account/update.json", () => ({ status: "ok", user: holder })),
    ...by("/Account/sendVerificationEmail", () => ({ status: "ok", retryAfterSeconds: 60 })),
    "/Account/getUser.json": (seen) => {
      const user = seen.headers.authorization === "Bearer card" ? byCard : holder;
      return { status: "ok", user, profiles: [user, { ...user, userId: "u2", userName: "Noé" }] };
    },
    "/Account/introspectToken.json": everyTokenIsActive,
  };
});
beforeEach(() => {
  says = {};
  holds = [card];
  finds = found;
});

const typed = {
  mediaNumber: "9250 1111 2222 3339",
  "birthDate-day": "4",
  "birthDate-month": "5",
  "birthDate-year": "1990",
};
const search = { what: "search", ...typed };
const mine = { cookie: "userTicketToken=good" };
/** Returns the cookie of a recently found card. */
async function foundCookie(): Promise<{ cookie: string }> {
  const value = /foundCard=([^;]+)/.exec(cookiesOf(await post("/auth/media/search", search)))?.[1];
  return { cookie: `foundCard=${value}` };
}
const registration = {
  what: "register",
  firstName: "Nour",
  lastName: "Haddad",
  email: "nour@demo.example",
  password: "Tramway-bleu-2026",
  "birthDate-day": "",
  "birthDate-month": "",
  "birthDate-year": "",
};

// covers §2: /auth/media/search: reload, create an account, sign in and link
test("a search sends number and birth date, stores the token where no script reads it, and shows four digits", async () => {
  const searched = await post("/fr/auth/media/search", search);
  expect([searched.statusCode, searched.headers.location]).toEqual([303, "/fr/auth/media/search"]);
  expect(sent("/Account/searchLocalMediaForSignin")?.values).toMatchObject({
    mediaNumber: "9250111122223339",
    mediaCustomerBirthDate: "1990-05-04",
  });
  expect(cookiesOf(searched)).toMatch(/^foundCard=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/m);
  const shown = await get("/fr/auth/media/search", await foundCookie());
  expect(shown.body).toContain("3339");
  expect(shown.body).toContain("Lou");
  expect(shown.body).not.toContain("secret-found");
  expect(shown.headers["cache-control"]).toContain("no-store");
});

test("missing fields are reported before any call", async () => {
  const answer = await post("/fr/auth/media/search", { what: "search" });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain("Saisissez le numéro de la carte.");
  expect(answer.body).toContain("Saisissez la date de naissance du titulaire de la carte.");
  expect(sent("/Account/searchLocalMediaForSignin")).toBeUndefined();
});

test.each([
  ["CARD_DATA_NOT_RECOGNISED", "Informations incorrectes."],
  ["TOO_MANY_REQUESTS", "Trop de tentatives."],
  ["UNAVAILABLE", "Nos services ne répondent pas."],
])("a search refused with %s shows the error and preserves the input", async (code, words) => {
  says = { "/Account/searchLocalMediaForSignin": refusal(code) };
  const answer = await post("/fr/auth/media/search", search);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(words);
  expect(answer.body).toContain("9250 1111 2222 3339");
});

// covers §2: /auth/media/search: reload, create an account, sign in and link
test("reloading the card opens its session and uses up the token", async () => {
  const answer = await post("/fr/auth/media/search", { what: "reload" }, await foundCookie());
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr?support=MEDIA"]);
  expect(sent("/Account/signinWithToken")?.values.token).toBe("secret-found");
  expect(cookiesOf(answer)).toMatch(/^userTicketToken=card;/m);
  expect(cookiesOf(answer)).toMatch(/^foundCard=; Max-Age=0/m);
});

test("an expired search is explained, with a link to a new one", async () => {
  says = { "/Account/signinWithToken": refusal("TOKEN_INVALID") };
  const answer = await post("/fr/auth/media/search", { what: "reload" }, await foundCookie());
  expect(answer.body).toContain("La recherche date de plus de dix minutes.");
  expect(answer.body).toContain('name="mediaNumber"');
  const without = await post("/fr/auth/media/search", { what: "reload" });
  expect(without.body).toContain("La recherche date de plus de dix minutes.");
});

// covers §6: a card's session reloads that card and sees nothing else
test("a card's session shows which card it is, and every account page redirects to the sign-in with an explanation", async () => {
  const session = { cookie: "userTicketToken=card" };
  const home = await get("/fr/", session);
  expect(home.body).toContain("Carte se terminant par 3339");
  for (const place of ["/account", "/account/transport-cards", "/account/wallet", "/documents"]) {
    const answer = await get(`/fr${place}`, session);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/fr/auth?next=${encodeURIComponent(place)}`]);
  }
  expect((await get("/fr/auth", session)).body).toContain("Pour toute autre démarche, connectez-vous à un compte.");
});

// covers §2: /auth/media/register: search, result, account with the card
test("an account created after a search has the card linked without entering it again", async () => {
  const cookie = await foundCookie();
  const page = await get("/fr/auth/media/register", cookie);
  expect(page.body).toContain("3339");
  const answer = await post("/fr/auth/media/register", registration, cookie);
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toContain("/fr/unverified-account?");
  expect(decodeURIComponent(answer.headers.location ?? "")).toContain("/account/transport-cards?flash=linked");
  expect(sent("/Account/registerMedia.json")?.values.token).toBe("secret-found");
  expect(sent("/Account/registerMedia.json")?.headers.authorization).toBe("Bearer renewed");
  expect(cookiesOf(answer)).toMatch(/^foundCard=; Max-Age=0/m);
});

test("an account whose card token has expired is created all the same, and shows where to add the card", async () => {
  says = { "/Account/registerMedia.json": refusal("TOKEN_INVALID") };
  const answer = await post("/fr/auth/media/register", registration, await foundCookie());
  expect(answer.headers.location).toBe("/fr/account/transport-cards?flash=CARD_FOUND_OVER");
  const page = await get("/fr/account/transport-cards?flash=CARD_FOUND_OVER", mine);
  expect(page.body).toContain("Votre compte est créé, mais la carte n’a pas pu y être ajoutée.");
  expect(page.body).toContain("Saisissez à nouveau le numéro de la carte");
});

// covers §8: unavailable e-mail on media registration
test("an e-mail that is already used has a message of its own when a card is registered", async () => {
  says = { [`${toolkit}signUp`]: { error: { code: 400, message: "EMAIL_EXISTS" } } };
  const answer = await post("/fr/auth/media/register", registration, await foundCookie());
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain("Connectez-vous à ce compte pour y ajouter la carte");
  expect(answer.body).not.toContain("Tramway-bleu-2026");
});

test("a card that is linked to an account leads to signing in, not to another account", async () => {
  finds = { ...found, media: { ...found.media, isLinked: true } };
  const cookie = await foundCookie();
  for (const place of ["search", "register"]) {
    const { body } = await get(`/fr/auth/media/${place}`, cookie);
    expect(body).toContain("Cette carte est déjà associée à un compte.");
    expect(body).not.toContain('name="password"');
  }
});

test("signed-in users link cards in their account", async () => {
  for (const place of ["search", "register"]) {
    const answer = await get(`/fr/auth/media/${place}`, mine);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/fr/account/transport-cards"]);
  }
});

// covers §2: /account/transport-cards
test("the account shows its card numbers in groups of four, from left to right", async () => {
  const { body } = await get("/ar/account/transport-cards", mine);
  expect(body).toMatch(/<bdi dir="ltr"[^>]*>9250 1111 2222 3339<\/bdi>/);
  expect(body).toContain("Karim Morel");
  holds = [
    { ...card, incident: "stolen" },
    { ...card, id: "c2", state: "expired", traveller: null, expires_at: null },
  ];
  const other = await get("/fr/account/transport-cards", mine);
  for (const words of ["Déclarée volée", "Expirée", "Aucun voyageur associé", "Sans date d’expiration"]) {
    expect(other.body).toContain(words);
  }
  holds = [];
  expect((await get("/fr/account/transport-cards", mine)).body).toContain("Aucune carte");
});

test("a card is linked for the named traveller, and the account confirms it", async () => {
  const answer = await post("/fr/account/transport-cards", { what: "link", traveller: "u2", ...typed }, mine);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/account/transport-cards?flash=linked"]);
  expect(sent("/Account/registerMedia.json")?.values).toMatchObject({
    mediaNumber: "9250111122223339",
    mediaCustomerBirthDate: "1990-05-04",
    userId: "u2",
  });
  const page = await get("/fr/account/transport-cards?flash=linked", mine);
  expect(page.body).toContain("La carte est ajoutée à votre compte.");
});

// covers §8: card link refusals
test.each([
  ["CARD_NOT_RECOGNISED", undefined, "Ce numéro ne correspond à aucune carte de ce réseau."],
  ["CARD_BIRTH_DATE_MISMATCH", undefined, "La date de naissance ne correspond pas à celle de la carte."],
  ["CARD_BIRTH_DATE_MISMATCH", { field: "userId" }, "La date de naissance de cette personne ne correspond pas"],
  ["CARD_EXPIRED", undefined, "Cette carte a expiré."],
  ["CARD_INCIDENT", undefined, "Cette carte a été déclarée perdue, volée ou défectueuse"],
  ["CARD_LINKED", { own: false }, "Cette carte est déjà associée à un compte."],
  ["CARD_LINKED", { own: true }, "Cette carte est déjà dans votre compte"],
  ["CARD_ERROR", undefined, "La carte ne peut pas être lue pour le moment."],
  ["CARD_STATUS_EMPTY", undefined, "L’état de cette carte est inconnu."],
  ["TOO_MANY_REQUESTS", undefined, "Trop de tentatives."],
])("a link refused with %s %j says what to do", async (code, details, words) => {
  says = { "/Account/registerMedia.json": refusal(code, details) };
  const answer = await post("/fr/account/transport-cards", { what: "link", ...typed }, mine);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(words);
  expect(answer.body).toContain("9250 1111 2222 3339");
});

// covers §2: /account/transport-cards
test("the card of a search made before signing in is linked with one click", async () => {
  const both = { cookie: `${(await foundCookie()).cookie}; ${mine.cookie}` };
  expect((await get("/fr/account/transport-cards", both)).body).toContain("Carte que vous venez de rechercher");
  const linked = await post("/fr/account/transport-cards", { what: "found" }, both);
  expect(linked.headers.location).toBe("/fr/account/transport-cards?flash=linked");
  expect(sent("/Account/registerMedia.json")?.values.token).toBe("secret-found");
  const forgotten = await post("/fr/account/transport-cards", { what: "forget" }, both);
  expect(cookiesOf(forgotten)).toMatch(/^foundCard=; Max-Age=0/m);
});

// covers §4: card removed from the account
test("a card is removed after a confirmation; one with an incident remains, with the reason", async () => {
  const question = await get("/fr/account/transport-cards?remove=c1", mine);
  expect(question.body).toContain("Retirer cette carte du compte");
  expect(sent("/Account/unregisterMedia")).toBeUndefined();
  const form = { what: "remove", card: "c1" };
  const removed = await post("/fr/account/transport-cards?remove=c1", form, mine);
  expect(removed.headers.location).toBe("/fr/account/transport-cards?flash=removed");
  expect(sent("/Account/unregisterMedia")?.values.mediaId).toBe("c1");
  says = { "/Account/unregisterMedia": refusal("TRANSITION_NOT_ALLOWED") };
  const kept = await post("/fr/account/transport-cards?remove=c1", form, mine);
  expect(kept.body).toContain("Un incident est en cours sur cette carte");
  expect((await get("/fr/account/transport-cards?remove=other", mine)).statusCode).toBe(404);
});

// covers §8: the Ticket API requires every consent, and the order stores the consents
test("a card is blocked once the box is ticked, and its value is sent; without it no call is made", async () => {
  const path = "/fr/account/transport-cards/incident/c1";
  const without = await post(path, { incident: "lost" }, mine);
  expect(without.statusCode).toBe(422);
  expect(without.body).toContain("Cochez la case");
  expect(sent("/Account/declareMediaIncident")).toBeUndefined();
  const declared = await post(path, { incident: "lost", sure: "yes" }, mine);
  expect([declared.statusCode, declared.headers.location]).toEqual([303, `${path}?flash=blocked`]);
  expect(sent("/Account/declareMediaIncident")?.values).toMatchObject({
    mediaId: "c1",
    incident: "lost",
    confirmed: true,
  });
});

test("a block that the Ticket API refuses as unconfirmed shows the box again", async () => {
  says = { "/Account/declareMediaIncident": refusal("CONFIRMATION_REQUIRED") };
  const answer = await post("/fr/account/transport-cards/incident/c1", { incident: "lost", sure: "yes" }, mine);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain("Cochez la case pour confirmer votre demande.");
});
