import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { ticket } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

let says: Record<string, Answer> = {};
const paths = [
  ...["/wallet/tickets", "/Account/getWallet", "/Ticket/punchTicket.json", "/wallet/transferContract"],
  ...["/Account/getMedias.json", "/Intelligence/getGeolocation", "/Intelligence/agreeToGeolocation"],
  "/Vignette/decode",
];

let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(paths, () => says);
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/wallet/tickets": ok({ items: [ticket] }) };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  postWith(url, fields, { ...signedIn, ...headers });

const { productId, name, summary, ink, icon, figure } = ticket;
const model = { productId, name, summary, ink, icon, figure, useWithin: null, trips: null, transferMinutes: null };
const blueprint = { ...model, validity: { from: "purchase", duration: "P31D" } };
const use = {
  ...{ useId: "u9", kind: "trip", trips: 1, place: null },
  ...{ usedAt: "2026-11-22T09:00:00.000Z", validUntil: "2026-11-22T10:00:00.000Z" },
};

describe("the use of tickets", () => {
  const carnet = { ...ticket, tripsLeft: 7, trips: 10, punch: { kind: "trip", until: "2026-11-22T10:00:00.000Z" } };

  // covers §2: /account/wallet
  it("before a ticket is used the page states the effect and the end, in a form that needs no script", async () => {
    says["/wallet/tickets"] = ok({ items: [carnet] });
    const { body } = await get("/fr/account/wallet?ticket=t1&use=1");
    expect(body).toContain("Un trajet sera décompté. Vous pourrez voyager jusqu’au dimanche 22 novembre 2026 à 11:00.");
    expect(body).toContain("Trajets restants après validation : 6.");
    expect(body).toMatch(/<form [^>]*method="post"/);
    expect(body).toMatch(/name="key" value="[\da-f-]{36}"/);
    says["/wallet/tickets"] = ok({ items: [{ ...ticket, punch: null }] });
    expect((await get("/fr/account/wallet?ticket=t1&use=1")).headers.location).toBe(
      "/fr/account/wallet?ticket=t1&present=1",
    );
  });

  it("a use is sent once however often its form is sent; a corrected form is another use", async () => {
    says["/wallet/tickets"] = ok({ items: [carnet] });
    says["/Ticket/punchTicket.json"] = ko(404, "VIGNETTE_UNKNOWN");
    const form = { what: "punch", key: "0123456789", sticker: "bus-9" };
    const wrong = await post("/fr/account/wallet?ticket=t1&use=1", form);
    expect([wrong.statusCode, wrong.body.includes("Aucune vignette ne correspond à ce numéro")]).toEqual([422, true]);
    const punches = () => shop.seen.filter(({ path }) => path === "/Ticket/punchTicket.json");
    expect(punches()[0]?.values).toMatchObject({ ticketId: "t1", stickerId: "BUS9" });
    says["/Ticket/punchTicket.json"] = ok({ ticket: carnet, use });
    const used = await post("/fr/account/wallet?ticket=t1&use=1", { ...form, sticker: "" });
    expect(used.headers.location).toBe("/fr/account/wallet?ticket=t1&present=1&flash=used&used=u9");
    const keys = punches().map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["0123456789.BUS9", "0123456789.nowhere"]);
  });

  // covers §2: /account/wallet
  it("a sticker's address offers each ticket for use and names the location; an invalid code asks for the number", async () => {
    const bus = { stickerId: "BUS42", kind: "vehicle", name: "Bus 42", stopId: null, line: "A" };
    says["/Account/getWallet"] = ok({ stacks: [{ blueprint, count: 1, tickets: [carnet] }] });
    says["/wallet/tickets"] = ok({ items: [carnet] });
    says["/Vignette/decode"] = ok({ vignette: bus });
    const opened = await get("/fr/account/wallet?vignette=1.demo.BUS42.k.s");
    expect(opened.body).toContain("Vignette scannée. Choisissez le billet à valider.");
    const [, use = ""] = /href="(\/fr\/account\/wallet\?ticket=t1&amp;use=1[^"]*)"/.exec(opened.body) ?? [];
    const form = await get(use.replaceAll("&amp;", "&"));
    expect(form.body).toContain("<bdi>Bus 42</bdi>");
    expect(form.body).toMatch(/name="vignette" value="1\.demo\.BUS42\.k\.s"/);
    says["/Vignette/decode"] = ko(400, "VIGNETTE_INVALID");
    const wrong = await get("/fr/account/wallet?ticket=t1&use=1&vignette=nothing");
    expect(wrong.body).toContain("Ce code n’est pas une vignette de ce réseau.");
    expect(wrong.body).not.toContain('name="vignette"');
    expect(wrong.body).toContain('name="sticker"');
  });

  // covers §2: /account/wallet
  it("a ticket is transferred to the chosen traveller or card, and the result is shown", async () => {
    says["/Account/getMedias.json"] = ok({ medias: [] });
    says["/wallet/transferContract"] = ok({ transfer: "DONE", ticketId: "t2" });
    const there = "/fr/account/wallet?ticket=t1&give=1";
    const given = await post(there, { what: "give", key: "0123456789", receiver: "traveller:u2" });
    expect(given.headers.location).toBe("/fr/account/wallet?ticket=t2&flash=given-DONE");
    says["/wallet/transferContract"] = ok({ transfer: "ERROR", ticketId: null });
    const failed = await post(there, { what: "give", key: "0123456789", receiver: "card:c1" });
    expect(failed.headers.location).toBe("/fr/account/wallet?ticket=t1&flash=given-ERROR");
    const sent = shop.seen.filter(({ path }) => path === "/wallet/transferContract");
    expect(sent.map(({ values }) => values)).toMatchObject([{ customerId: "u2" }, { mediaId: "c1" }]);
  });
});

describe("positions of validations", () => {
  const there = "/fr/account?edit=preferences";
  const kept = { useId: "u9", latitude: 49.89, longitude: 2.29 };
  const until = { recordedAt: "2026-11-22T09:00:00.000Z", keptUntil: "2026-12-22T09:00:00.000Z" };

  // covers §7: POST Intelligence/sendGeolocation.json
  it("are listed in the preferences with what is stored and for how long, and consent is withdrawn in a form that needs no script", async () => {
    says["/Intelligence/getGeolocation"] = ok({ agreed: true, items: [{ ...kept, ...until }] });
    const { body } = await get(there);
    expect(body).toContain("Chaque position est conservée 30 jours, puis effacée.");
    expect(body).toMatch(/1 position est conservée : elle sera effacée le [^<]*22 décembre 2026/);
    expect(body).toMatch(/<button value="no"[^>]* name="agreed"/);
    says["/Intelligence/agreeToGeolocation"] = ok({ agreed: false });
    const stopped = await post(there, { what: "positions", agreed: "no" });
    expect(stopped.headers.location).toBe("/fr/account?edit=preferences&flash=positions-off");
    expect(shop.seen.at(-1)?.values).toMatchObject({ agreed: false });
    says["/Intelligence/getGeolocation"] = ok({ agreed: false, items: [] });
    const after = (await get(stopped.headers.location ?? "")).body;
    expect(after).toContain("Toutes les positions conservées sont effacées.");
    expect(after).toMatch(/<button value="yes"[^>]* name="agreed"/);
  });

  // covers §7: POST Intelligence/sendGeolocation.json
  it("a failed withdrawal is reported, and without an answer the other preferences are shown alone", async () => {
    says["/Intelligence/agreeToGeolocation"] = ko(429, "TOO_MANY_REQUESTS");
    const failed = await post(there, { what: "positions", agreed: "no" });
    expect(failed.headers.location).toBe("/fr/account?edit=preferences&refused=TOO_MANY_REQUESTS");
    const { statusCode, body } = await get(failed.headers.location ?? "");
    expect([statusCode, body.includes('role="alert"'), body.includes('value="positions"')]).toEqual([200, true, false]);
  });
});
