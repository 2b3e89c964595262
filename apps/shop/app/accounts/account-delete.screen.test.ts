import { beforeEach, expect, test } from "vitest";
import { everyTokenIsActive, holder } from "../../testing/api-peer.ts";
import { cookiesOf } from "../../testing/browser-requests.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const erasesAt = "2026-12-20T09:00:00.000Z";
const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:";
const people: Record<string, object> = {
  good: holder,
  leaving: { ...holder, deletion: { requestedAt: "2026-11-20T09:00:00.000Z", erasesAt } },
  child: { ...holder, isParent: false },
  federated: { ...holder, identities: [{ providerId: "franceconnect" }] },
  guest: { ...holder, authAsGuest: true, userMail: "guest@demo.example", identities: [{ providerId: "guest" }] },
  renewed: { ...holder, isVerified: false, verifiedAt: null },
};
let says: Record<string, { status: number; body: object }> = {};

const ko = (code: string, details?: object, status = 409) => ({
  status,
  body: { status: "ko", error: { code, message: "", details } },
});

const { get, post, sent } = shopOfFile(() => {
  const by = (path: string, body: object | Buffer) => ({
    [path]: (_: unknown, reply: { code(status: number): { send(body: object): unknown } }): unknown => {
      const said = says[path];
      return said ? reply.code(said.status).send(said.body) : body;
    },
  });
  const order = {
    orderId: "o1",
    number: "2026-000001",
    status: "COMPLETED",
    origin: "ESHOP",
    createdAt: "2026-11-20T09:00:00Z",
    amount: { amount: 150, currency: "EUR" },
    paymentMethod: "CARD",
    installments: 1,
    vouchers: [],
    invoiceNumber: "F-1",
    creditNoteNumber: null,
    invoiceEmail: "guest@demo.example",
    lines: [],
    ticketCount: 1,
    paymentUrl: null,
    history: [],
  };
  return {
    ...by("/Account/requestDeletion", { status: "ok", erasesAt }),
    ...by("/Account/requestDeletionByEmail", { status: "ok" }),
    ...by("/Account/reactivate", { status: "ok", user: holder }),
    ...by("/Actions/useCode", { status: "ok", action: "LEGACY_ACCOUNT_ANONYMIZATION", email: "a@b.example" }),
    ...by("/wallet/tickets", { status: "ok", items: [] }),
    ...by("/Payment/acknowledge.json", { status: "ok", outcome: "CONFIRMED", orderId: "o1" }),
    ...by("/Order/getOrders.json", { status: "ok", items: [order] }),
    ...by(`${toolkit}signUp`, { localId: "l1", email: "guest@demo.example", idToken: "i", refreshToken: "r" }),
    ...by("/Account/login.json", { status: "ok", user: { ...holder, userToken: "renewed" } }),
    ...by("/Account/update.json", { status: "ok", user: holder }),
    ...by("/Account/sendVerificationEmail", { status: "ok", retryAfterSeconds: 60 }),
    "/Account/exportData": (_, reply) => {
      const said = says["/Account/exportData"];
      return said
        ? reply.code(said.status).send(said.body)
        : reply.type("application/zip").send(Buffer.from("PK-file"));
    },
    "/Account/getUser.json": (seen, reply) => {
      const user = people[(seen.headers.authorization ?? "").replace("Bearer ", "")];
      if (user) return { status: "ok", user, profiles: [] };
      return reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } });
    },
    "/Account/introspectToken.json": everyTokenIsActive,
  };
});
beforeEach(() => {
  says = {};
});

const as = (who: string) => ({ cookie: `userTicketToken=${who}; locale=fr` });

// covers §2: /account/delete, /deletion/success
test("the page lists what is deleted, what is retained and why; obstacles come first, with links", async () => {
  const open = await get("/fr/account/delete", as("good"));
  expect(open.statusCode).toBe(200);
  expect(open.body).toContain("La loi nous oblige à conserver les factures dix ans");
  expect(open.body).toContain("/fr/account/delete?step=confirm");
  expect(sent("/Account/requestDeletion")?.values.checkOnly).toBe(true);
  says["/Account/requestDeletion"] = ko("DELETION_BLOCKED", { reason: "order", ids: ["o1"], names: ["2026-000017"] });
  const blocked = await get("/fr/account/delete", as("good"));
  expect(blocked.body).toContain("/fr/account/invoices?order=o1");
  expect(blocked.body).toContain("2026-000017");
  expect(blocked.body).not.toContain("step=confirm");
});

// covers §4: deletion blocked while subscriptions are active
test.each(["subscription", "installment"])("an open %s is named as an obstacle", async (reason) => {
  says["/Account/requestDeletion"] = ko("DELETION_BLOCKED", { reason, ids: ["x1"], names: ["A1"] });
  const { body } = await get("/fr/account/delete", as("good"));
  expect(body).toContain(reason === "subscription" ? "Un abonnement est en cours" : "Une échéance reste à payer");
  expect(body).toContain(reason === "subscription" ? "/fr/account/tacit/x1" : "/fr/account/invoices?order=x1");
});

test("a traveller with a separate sign-in reads that the holder decides", async () => {
  const { body } = await get("/fr/account/delete?step=confirm", as("child"));
  expect(body).toContain("Seul le titulaire du compte peut demander sa suppression");
  expect(body).not.toContain("Supprimer mon compte");
});

// covers §2: /account/delete, /deletion/success
test("the last step requires password and checkbox, signs this browser out and shows the date of erasure", async () => {
  const form = { what: "request", currentPassword: "Guichet-demo-2026", understood: "yes" };
  const answer = await post("/fr/account/delete?step=confirm", form, as("good"));
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    `/fr/deletion/success?until=${encodeURIComponent(erasesAt)}`,
  ]);
  expect(sent("/Account/requestDeletion")?.values).toMatchObject({
    currentPassword: "Guichet-demo-2026",
    confirmed: true,
  });
  expect(cookiesOf(answer)).toMatch(/^userTicketToken=; Max-Age=0/m);
  const after = await get("/fr/deletion/success?until=2026-12-20T09:00:00.000Z");
  expect(after.headers["clear-site-data"]).toBe('"cache", "storage"');
  expect(after.body).toContain("dimanche 20 décembre 2026 à 10:00");
});

test("the page after a deletion clears nothing when another site links to it, and ignores an invalid date", async () => {
  const led = await get("/deletion/success?until=nonsense", { "sec-fetch-site": "cross-site" });
  expect(led.headers["clear-site-data"]).toBeUndefined();
  expect(led.body).toContain("Vos données seront effacées dans 30 jours");
});

test.each([
  [{ what: "request" }, undefined, ["Saisissez votre mot de passe actuel", "Cochez la case"]],
  [
    { what: "request", currentPassword: "x", understood: "yes" },
    ko("PASSWORD_WRONG", undefined, 403),
    ["mot de passe"],
  ],
  [
    { what: "request", currentPassword: "x", understood: "yes" },
    ko("REAUTHENTICATION_REQUIRED", undefined, 403),
    ["reconnectez-vous"],
  ],
  [
    { what: "request", currentPassword: "x", understood: "yes" },
    ko("DELETION_BLOCKED", { reason: "order", ids: ["o1"], names: ["2026-000017"] }),
    ["2026-000017"],
  ],
])("a request with %o that is refused with %o shows the form again with a message", async (form, said, words) => {
  if (said) says["/Account/requestDeletion"] = said;
  const answer = await post("/fr/account/delete?step=confirm", form as Record<string, string>, as("good"));
  expect(answer.statusCode).toBe(422);
  for (const word of words) expect(answer.body.toLowerCase()).toContain(word.toLowerCase());
});

test("an account without a password is not asked for one", async () => {
  const { body } = await get("/fr/account/delete?step=confirm", as("federated"));
  expect(body).not.toContain('name="currentPassword"');
  const answer = await post("/fr/account/delete", { what: "request", understood: "yes" }, as("federated"));
  expect(answer.statusCode).toBe(303);
});

// covers: deletion requested without a session
test("a signed-out user receives a link by e-mail, whoever they are; opening the link changes nothing", async () => {
  expect((await get("/fr/account/delete")).body).toContain("Recevoir un lien");
  const asked = await post("/fr/account/delete", { what: "ask", email: "who@demo.example" });
  expect([asked.statusCode, asked.headers.location]).toEqual([303, "/fr/account/delete?sent=1"]);
  expect((await get("/fr/account/delete?sent=1")).body).toContain("Si cette adresse est connue");
  expect((await post("/fr/account/delete", { what: "ask", email: "no" })).statusCode).toBe(422);

  const opened = await get("/fr/account/delete?code=c0de");
  expect(opened.body).toContain('value="c0de"');
  expect(sent("/Actions/useCode")).toBeUndefined();
  const done = await post("/fr/account/delete?code=c0de", { what: "code", code: "c0de" });
  expect(done.headers.location).toBe("/fr/deletion/success");
  expect(sent("/Actions/useCode")?.values).toMatchObject({ code: "c0de", action: "LEGACY_ACCOUNT_ANONYMIZATION" });
  says["/Actions/useCode"] = ko("CODE_EXPIRED", undefined, 400);
  const late = await post("/fr/account/delete?code=c0de", { what: "code", code: "c0de" });
  expect(late.statusCode).toBe(422);
  expect(late.body).toContain("Demander un autre lien");
});

test("a link in an e-mail first redirects within the shop", async () => {
  const { body } = await get("/account/delete?code=c0de", { "sec-fetch-site": "cross-site" });
  expect(body).not.toContain('value="c0de"');
});

// covers §2: account reactivation modal
test("while a deletion is pending, every page offers to withdraw it, in the page itself without script", async () => {
  for (const place of ["/fr", "/fr/account", "/fr/account/wallet", "/fr/terms-of-use"]) {
    const { body } = await get(place, as("leaving"));
    expect(body, place).toMatch(/<dialog[^>]* open=""/);
    expect(body).toContain("Réactiver mon compte");
    expect(body).toContain('action="/fr/account/reactivate"');
  }
  expect((await get("/fr/account/delete", as("leaving"))).headers.location).toBe("/fr/account");
  expect((await get("/fr", as("good"))).body).not.toContain("Réactiver mon compte");
});

test("after a withdrawal the account page confirms it; also if the deletion was withdrawn before", async () => {
  const back = await post("/fr/account/reactivate", {}, as("leaving"));
  expect([back.statusCode, back.headers.location]).toEqual([303, "/fr/account?flash=reactivated"]);
  says["/Account/reactivate"] = ko("DELETION_NOT_REQUESTED");
  expect((await post("/fr/account/reactivate", {}, as("good"))).headers.location).toBe("/fr/account?flash=reactivated");
  expect((await get("/fr/account?flash=reactivated", as("good"))).body).toContain("Votre compte est réactivé");
  expect((await post("/fr/account/reactivate", {})).headers.location).toBe("/fr/auth?next=%2Faccount");
});

test("an export of one's data is downloaded as a file, and refused with a message when requested too often", async () => {
  const copy = await post("/fr/account/export", {}, as("good"));
  expect([copy.statusCode, copy.body]).toEqual([200, "PK-file"]);
  expect(copy.headers).toMatchObject({ "content-type": "application/zip", "cache-control": "private, no-store" });
  expect(copy.headers["content-disposition"]).toMatch(/^attachment; filename="demo-\d{4}-\d{2}-\d{2}\.zip"$/);
  says["/Account/exportData"] = ko("TOO_MANY_REQUESTS", undefined, 429);
  const often = await post("/fr/account/export", {}, as("good"));
  expect(often.headers.location).toBe("/fr/account?refused=export");
  expect((await get("/fr/account?refused=export", as("good"))).body).toContain("Réessayez demain");
});

// covers: an account from a guest's order, by one field
test("after a guest's order one field creates the account; the guest's details are not asked again", async () => {
  const result = await get("/fr/cart?order=o1", as("guest"));
  expect(result.body).toContain("Créez un compte pour retrouver cet achat");
  expect((await get("/fr/cart?order=o1", as("good"))).body).not.toContain("Retrouvez cet achat");
  const made = await post("/fr/auth/register", { what: "guest", password: "Tramway-bleu-2026" }, as("guest"));
  expect([made.statusCode, made.headers.location]).toEqual([303, "/fr/unverified-account?sent=60"]);
  expect(sent(`${toolkit}signUp`)?.values).toMatchObject({ email: "guest@demo.example" });
  expect(sent("/Account/update.json")?.values).toMatchObject({ firstName: "Karim", lastName: "Morel" });
});

test("the one field shows its error: too weak, already used, or not a guest", async () => {
  const weak = await post("/fr/auth/register", { what: "guest", password: "short" }, as("guest"));
  expect(weak.statusCode).toBe(422);
  expect(weak.body).toContain("guest@demo.example");
  says[`${toolkit}signUp`] = { status: 400, body: { error: { code: 400, message: "EMAIL_EXISTS" } } };
  const taken = await post("/fr/auth/register", { what: "guest", password: "Tramway-bleu-2026" }, as("guest"));
  expect(taken.statusCode).toBe(422);
  expect(taken.body).toContain("/fr/auth/login");
  const nobody = await post("/fr/auth/register", { what: "guest", password: "Tramway-bleu-2026" });
  expect(nobody.statusCode).toBe(422);
});
