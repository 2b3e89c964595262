import type { Answer } from "@guichet/client/peer.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { order } from "../../testing/sample-purchase.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const ok =
  (answer: object): Answer =>
  () => ({ status: "ok", ...answer });
/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
const paths = ["/Networks/collectSites", "/Networks/collectSlots", "/Order/getOrders.json"];

const { get, sent: asked } = shopOfFile(
  () => {
    const nothing: Answer = (_seen, reply) =>
      reply.code(404).send({ status: "ko", error: { code: "NOT_FOUND", message: "" } });
    return Object.fromEntries(
      paths.map((path): [string, Answer] => [path, (...ask) => (says[path] ?? nothing)(...ask)]),
    );
  },
  { always: { cookie: "userTicketToken=good" } },
);
beforeEach(() => {
  says = {};
});

describe("the screens of collection", () => {
  const site = (siteId: string, label: string) => ({
    ...{
      siteId,
      label,
      index: 1,
      addressRoute: "2 place de la Gare",
      addressPostalCode: "76990",
      addressCity: "Rivage",
    },
    ...{ latitude: 49.8, longitude: 0.7, openingHours: [{ weekday: 1, opens: "09:00", closes: "12:00" }] },
  });
  const slot = (hour: string, placesLeft: number) => ({
    slotId: `20261124T${hour}0000Z`,
    startsAt: `2026-11-24T${hour}:00:00.000Z`,
    endsAt: `2026-11-24T${hour}:30:00.000Z`,
    placesLeft,
  });
  beforeEach(() => {
    says["/Networks/collectSites"] = ok({ sites: [site("gare", "Agence Gare"), site("port", "Agence du Port")] });
    says["/Networks/collectSlots"] = ok({ slots: [slot("08", 0), slot("09", 3)] });
  });

  // covers §2: /cart/collect
  it("without script list the agencies with opening hours, each with a link to its slots", async () => {
    const page = await get("/fr/cart/collect");
    expect(page.statusCode).toBe(200);
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.body).toContain("lun. 09:00–\u206012:00");
    expect(page.body).toContain('href="/fr/cart/collect?site=port"');
    expect(asked("/Networks/collectSlots")).toBeUndefined();
  });

  // covers §2: /cart/collect
  it("without script show an agency's slots as a form: full ones are disabled, and the submitted one is selected", async () => {
    const page = await get("/fr/cart/collect?site=gare&slot=20261124T090000Z");
    expect(asked("/Networks/collectSlots")?.values.siteId).toBe("gare");
    const radios = page.body.match(/<input[^>]*type="radio"[^>]*>/g) ?? [];
    expect(radios).toHaveLength(2);
    expect(radios[0]).toContain("disabled");
    expect(radios[1]).toMatch(/checked/);
    expect(page.body).toContain("mardi 24 novembre");
    expect(page.body).toContain("10:00");
  });

  it.each([
    ["slot", "n’est plus disponible"],
    ["agency", "ne propose plus le retrait"],
  ])("explain why they ask again when the %s is no longer available", async (lost, words) => {
    expect((await get(`/fr/cart/collect?lost=${lost}`)).body).toContain(words);
  });

  it("explain what to do if there are no agencies or slots", async () => {
    says["/Networks/collectSlots"] = ok({ slots: [slot("08", 0)] });
    expect((await get("/fr/cart/collect?site=gare")).body).toContain("Aucun créneau dans cette agence");
    // The list of agencies is cached for a while, by language.
    says["/Networks/collectSites"] = ok({ sites: [] });
    expect((await get("/en/cart/collect")).body).toContain("No travel centre available");
  });

  it("ask directly for the time if there is only one agency", async () => {
    says["/Networks/collectSites"] = ok({ sites: [site("gare", "Agence Gare")] });
    expect((await get("/ar/cart/collect")).body).toContain("الثلاثاء");
  });

  it("state agency and time on the receipt", async () => {
    const collect = {
      ...{ siteId: "gare", slotId: "s", label: "Agence Gare", addressRoute: "2 place de la Gare" },
      ...{ addressPostalCode: "76990", addressCity: "Rivage" },
      ...{ startsAt: "2026-11-24T13:00:00.000Z", endsAt: "2026-11-24T13:30:00.000Z" },
    };
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, collect }] });
    const page = (await get("/fr/account/invoices?order=o1")).body;
    expect(page).toContain("Agence Gare, 2 place de la Gare, 76990 Rivage");
    expect(page).toContain("le mardi 24 novembre à partir de 14:00");
  });
});
