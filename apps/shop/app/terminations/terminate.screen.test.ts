import type { Subscription } from "@guichet/contract/subscriptions.ts";
import type { NotifiedTermination } from "@guichet/contract/terminations.ts";
import { beforeEach, expect, test } from "vitest";
import { everyTokenIsActive, holder } from "../../testing/api-peer.ts";
import { euros } from "../../testing/sample-purchase.ts";
import { cancelled, running } from "../../testing/sample-subscription.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

type Reply = { code(status: number): { send(body: object): unknown } };
let refused: Record<string, string> = {};
let one: Subscription = running;
let termination: NotifiedTermination;
const contract = {
  subscriptionId: "s1",
  name: "Abonnement mensuel",
  traveller: "Karim Morel",
  effect: "AT_END" as const,
  lastDay: "2026-11-30",
  refund: null,
};
const laterEnds = ["2026-12-31", "2027-01-31"];
const notified: NotifiedTermination = {
  reference: "R-K7QM2RXY",
  requestedAt: "2026-11-20T09:00:00.000Z",
  endOn: null,
  expiresAt: "2026-11-27T09:00:00.000Z",
  contracts: [{ ...contract, laterEnds, preferredEnd: "2026-11-30" }],
  confirmed: null,
};
beforeEach(() => {
  refused = {};
  one = running;
  termination = notified;
});

const by = (path: string, body: () => object) => ({
  [path]: (_seen: unknown, reply: Reply) => {
    const code = refused[path];
    if (code === undefined) return { status: "ok", ...body() };
    return reply.code(409).send({ status: "ko", error: { code, message: "" } });
  },
});
const { get, post, sent, seen } = shopOfFile(() => ({
  "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: [] }),
  "/Account/introspectToken.json": everyTokenIsActive,
  ...by("/Subscriptions/list", () => ({ subscriptions: [one] })),
  ...by("/Subscriptions/get", () => ({ subscription: one })),
  ...by("/Subscriptions/terminate", () => {
    one = { ...cancelled, cancelledAt: "2026-11-20T09:00:00.000Z" };
    return { subscription: one };
  }),
  ...by("/Terminations/request", () => ({ reference: "R-K7QM2RXY", receivedAt: "2026-11-20T09:00:00.000Z" })),
  ...by("/Terminations/read", () => ({ termination })),
  ...by("/Terminations/confirm", () => {
    termination = { ...notified, contracts: [], confirmed: { ...contract, at: "2026-11-21T10:00:00.000Z" } };
    return { termination };
  }),
}));
const visitor = { cookie: "locale=fr" };
const signedIn = { cookie: "userTicketToken=good; locale=fr" };
const typed = {
  number: "2026-000017",
  firstName: "Karim",
  lastName: "Morel",
  email: "karim@demo.example",
  contract: "Abonnement mensuel",
  endOn: "",
  reason: "",
};

// covers: online termination without a sign-in (L215-1-1)
test("the first link of the footer leads from every page to the form, which nobody must sign in for", async () => {
  for (const path of ["/fr", "/fr/cart", "/fr/legal-notices", "/fr/auth", "/fr/no-such-page"]) {
    const { body } = await get(path, visitor);
    const footer = /<footer[\s\S]*<\/footer>/.exec(body)?.[0] ?? "";
    expect(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/.exec(footer)?.slice(1), path).toEqual([
      "/fr/terminate",
      "Résilier votre contrat",
    ]);
  }
  const { statusCode, body } = await get("/fr/terminate", visitor);
  expect(statusCode).toBe(200);
  for (const field of Object.keys(typed)) expect(body).toContain(`name="${field}"`);
});

// covers: online termination without a sign-in (L215-1-1)
test("without script: form, summary with the provider and everything typed, notification, acknowledgement with its date", async () => {
  const summary = await post(
    "/fr/terminate",
    { what: "check", ...typed, endOn: "2027-06-30", reason: "Je déménage" },
    visitor,
  );
  expect(summary.statusCode).toBe(200);
  for (const shown of [
    "Notifier la résiliation",
    "Modifier",
    "2026-000017",
    "Karim Morel",
    "30 juin 2027",
    "Je déménage",
  ])
    expect(summary.body).toContain(shown);
  expect(sent("/Terminations/request")).toBeUndefined();
  const key = /name="key" value="([^"]+)"/.exec(summary.body)?.[1] ?? "";
  const notify = { what: "notify", key, ...typed, endOn: "2027-06-30", reason: "Je déménage" };
  const done = await post("/fr/terminate", notify, visitor);
  expect(done.statusCode).toBe(303);
  expect(sent("/Terminations/request")?.headers["idempotency-key"]).toBe(key);
  expect(sent("/Terminations/request")?.values).toMatchObject({
    number: "2026-000017",
    email: "karim@demo.example",
    endOn: "2027-06-30",
    reason: "Je déménage",
  });
  const acknowledged = await get(String(done.headers.location), visitor);
  expect(acknowledged.body).toContain("Votre notification est enregistrée");
  expect(acknowledged.body).toContain("R-K7QM2RXY");
  expect(acknowledged.body).toContain("20 novembre 2026");
  const changed = await post("/fr/terminate", { ...notify, what: "modify" }, visitor);
  expect(changed.body).toContain('value="2026-000017"');
  expect(changed.body).toContain("Je déménage</textarea>");
});

test("an address with a made-up acknowledgement shows the form", async () => {
  for (const query of ["sent=<b>&at=2026-11-20T09:00:00.000Z", "sent=R-K7QM2RXY&at=yesterday"]) {
    const { headers, statusCode } = await get(`/fr/terminate?${query}`, visitor);
    expect([statusCode, headers.location]).toEqual([302, "/fr/terminate"]);
  }
});

test.each([
  ["number", "", "Saisissez un numéro de commande ou votre numéro client."],
  ["firstName", " ", "Saisissez votre prénom."],
  ["lastName", "", "Saisissez votre nom."],
  ["email", "karim", "adresse e-mail"],
  ["contract", "", "Indiquez le contrat à résilier."],
  ["contract", "x".repeat(101), "100 caractères au plus"],
  ["endOn", "2020-01-01", "Choisissez une date à partir d’aujourd’hui"],
  ["endOn", "2098-01-01", "Choisissez une date dans 24 mois au plus."],
  ["endOn", "2099-02-30", "Choisissez une date à partir d’aujourd’hui"],
  ["reason", "x".repeat(501), "500 caractères au plus"],
])("a wrong %s (%j) is named at its field, and nothing is sent", async (field, value, text) => {
  for (const what of ["check", "notify"]) {
    const { statusCode, body } = await post("/fr/terminate", { what, ...typed, [field]: value }, visitor);
    expect(statusCode).toBe(422);
    expect(body).toContain(text);
    expect(body).toContain(`id="${field}-error"`);
  }
  expect(sent("/Terminations/request")).toBeUndefined();
});

test("a refused notification shows the summary again, with the reason and the same key", async () => {
  refused["/Terminations/request"] = "TOO_MANY_REQUESTS";
  const { statusCode, body } = await post("/fr/terminate", { what: "notify", key: "key-of-form", ...typed }, visitor);
  expect(statusCode).toBe(422);
  expect(body).toContain('role="alert"');
  expect(body).toContain('value="key-of-form"');
  expect((await post("/fr/terminate", { what: "something" }, visitor)).statusCode).toBe(400);
});

// covers: online termination without a sign-in (L215-1-1)
test("a signed-in holder chooses a contract, sees its effect, and terminates it at once, with a receipt", async () => {
  const open = await get("/fr/terminate", signedIn);
  expect(open.body).toContain("Abonnement mensuel");
  expect(open.body).toContain("Au plus tôt\u00a0: lundi 30 novembre 2026");
  expect(open.body).toMatch(/<input[^>]*checked=""[^>]*value="s1"|value="s1"[^>]*checked=""/);
  expect((await post("/fr/terminate", { what: "choose" }, signedIn)).body).toContain(
    "Choisissez le contrat à résilier.",
  );
  const summary = await post("/fr/terminate", { what: "choose", subscription: "s1" }, signedIn);
  expect(summary.body).toContain("Le contrat reste valable jusqu’au lundi 30 novembre 2026 inclus");
  const stale = { what: "end", subscription: "s1", effect: "REFUNDED", lastDay: "2026-11-30" };
  expect((await post("/fr/terminate", stale, signedIn)).body).toContain("La situation du contrat a changé");
  expect(sent("/Subscriptions/terminate")).toBeUndefined();
  const done = await post("/fr/terminate", { ...stale, effect: "AT_END" }, signedIn);
  expect(sent("/Subscriptions/terminate")?.values).toMatchObject({
    subscriptionId: "s1",
    effect: "AT_END",
    lastDay: "2026-11-30",
  });
  expect(done.statusCode).toBe(303);
  const receipt = await get(String(done.headers.location), signedIn);
  expect(receipt.body).toContain("Votre contrat est résilié");
  expect(receipt.body).toContain("30 novembre 2026");
  // Another contract, or nothing left: the form, with what is known.
  const other = await get("/fr/terminate?other=1", signedIn);
  expect(other.body).toContain('name="number"');
  expect(other.body).toContain(`value="${holder.userMail}"`);
});

// covers: online termination without a sign-in (L215-1-1)
test("the link of the e-mail shows the effect and changes nothing; its button terminates and shows the receipt", async () => {
  const open = await get("/fr/terminate?code=c0de", { ...visitor, "sec-fetch-site": "same-origin" });
  expect(open.body).toContain("Le contrat reste valable jusqu’au lundi 30 novembre 2026 inclus");
  expect(seen().some(({ path }) => path === "/Terminations/confirm")).toBe(false);
  const values = { what: "confirm", code: "c0de", subscription: "s1", effect: "AT_END", lastDay: "2026-11-30" };
  const done = await post("/fr/terminate?code=c0de", values, visitor);
  expect([done.statusCode, done.headers.location]).toEqual([303, "/fr/terminate?code=c0de"]);
  expect(sent("/Terminations/confirm")?.values).toMatchObject({
    code: "c0de",
    subscriptionId: "s1",
    effect: "AT_END",
    lastDay: "2026-11-30",
  });
  const receipt = await get("/fr/terminate?code=c0de", { ...visitor, "sec-fetch-site": "same-origin" });
  for (const shown of ["Votre contrat est résilié", "R-K7QM2RXY", "30 novembre 2026", "21 novembre 2026"])
    expect(receipt.body).toContain(shown);
});

const openLink = async (query = "code=c0de") =>
  (await get(`/fr/terminate?${query}`, { ...visitor, "sec-fetch-site": "same-origin" })).body;

test("the link shows several contracts as a choice, a refund, and the requested end date if it differs", async () => {
  const early = { laterEnds: [], preferredEnd: "2026-11-30" };
  const yearly = { ...contract, ...early, subscriptionId: "s2", name: "Abonnement annuel" };
  const refunded = { ...yearly, effect: "REST_REFUNDED" as const, refund: euros(1250) };
  termination = { ...notified, endOn: "2027-01-31", contracts: [{ ...contract, ...early }, refunded] };
  const choice = await openLink();
  expect(choice).toContain("contract=s2");
  expect(choice).not.toContain("Confirmer la résiliation</button>");
  const chosen = await openLink("code=c0de&contract=s2");
  expect(chosen).toContain("Abonnement annuel");
  expect(chosen.replaceAll("\u00a0", " ")).toContain("12,50 € vous sont remboursés sous 30 jours");
  expect(chosen).toContain("31 janvier 2027");
});

// covers: termination on a chosen later day
test("the page states the possible last days and why, starts with the requested one, and shows the effect of another", async () => {
  termination = {
    ...notified,
    endOn: "2026-12-12",
    contracts: [{ ...contract, laterEnds, preferredEnd: "2026-12-31" }],
  };
  const preferred = await openLink();
  expect(preferred).toContain("Le contrat se poursuit jusqu’au jeudi 31 décembre 2026 inclus");
  expect(preferred).toContain("Les périodes qui commencent d’ici là sont renouvelées et prélevées.");
  expect(preferred).toContain("toujours à la fin d’une période");
  expect(preferred).toContain("Au plus tôt : lundi 30 novembre 2026".replace(" :", "\u00a0:"));
  expect(preferred).toMatch(/name="effect" value="AT_DATE".*name="lastDay" value="2026-12-31"/s);
  const earliest = await openLink("code=c0de&contract=s1&endOn=2026-11-30");
  expect(earliest).toContain("Le contrat reste valable jusqu’au lundi 30 novembre 2026 inclus");
  expect(earliest).toMatch(/name="effect" value="AT_END".*name="lastDay" value="2026-11-30"/s);
});

// covers: termination on a chosen later day
test("a signed-in holder chooses a later last day, sees its effect, and gets a receipt with it", async () => {
  const later = { what: "choose", subscription: "s1", endOn: "2027-01-31" };
  const summary = await post("/fr/terminate", later, signedIn);
  expect(summary.body).toContain("Le contrat se poursuit jusqu’au dimanche 31 janvier 2027 inclus");
  const chosen = { what: "end", subscription: "s1", effect: "AT_DATE", lastDay: "2027-01-31" };
  const stale = await post("/fr/terminate", { ...chosen, lastDay: "2027-01-30" }, signedIn);
  expect(stale.body).toContain("La situation du contrat a changé");
  expect(sent("/Subscriptions/terminate")).toBeUndefined();
  const done = await post("/fr/terminate", chosen, signedIn);
  expect(sent("/Subscriptions/terminate")?.values).toMatchObject({ effect: "AT_DATE", lastDay: "2027-01-31" });
  one = { ...running, chosenEnd: { on: "2027-01-31", at: "2026-11-20T09:00:00.000Z" }, mayTakeBack: true };
  const receipt = await get(String(done.headers.location), signedIn);
  expect(receipt.body).toContain("Fin le dimanche 31 janvier 2027");
  expect(receipt.body).toContain("Les périodes qui commencent d’ici là sont renouvelées et prélevées.");
});

test("a spent link, nothing to terminate, a changed effect and a payment under way are each explained", async () => {
  refused["/Terminations/read"] = "CODE_EXPIRED";
  expect(await openLink()).toContain("Ce lien n’est plus valable");
  expect(await openLink("code=")).toContain("Ce lien n’est plus valable");
  refused = {};
  termination = { ...notified, contracts: [] };
  expect(await openLink()).toContain("Rien à résilier pour le moment");
  termination = notified;
  const values = { what: "confirm", code: "c0de", subscription: "s1", effect: "AT_END", lastDay: "2026-11-30" };
  const press = async (more: Record<string, string> = {}) =>
    (await post("/fr/terminate?code=c0de", { ...values, ...more }, visitor)).body;
  refused["/Terminations/confirm"] = "TRANSITION_NOT_ALLOWED";
  expect(await press()).toContain("La situation du contrat a changé");
  expect(await press({ effect: "SOMETHING" })).toContain("La situation du contrat a changé");
  refused["/Terminations/confirm"] = "PAYMENT_UNAVAILABLE";
  expect(await press()).toContain("Un paiement de ce contrat est en cours");
  expect(await press({ subscription: "" })).toContain("Choisissez le contrat à résilier.");
});

test.each([
  ["en", "Cancel your contract", "Notify cancellation"],
  ["ar", "إلغاء عقدك", "إرسال إشعار الإلغاء"],
])("the form and its button are in %s", async (language, title, button) => {
  expect((await get(`/${language}/terminate`, visitor)).body).toContain(`<h1>${title}</h1>`);
  expect((await post(`/${language}/terminate`, { what: "check", ...typed }, visitor)).body).toContain(button);
});
