import type { Answer } from "@guichet/client/peer.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { ticket } from "../../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../../testing/scripted-shop.ts";

let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(["/wallet/tickets", "/Account/getWallet"], () => says);
});
afterAll(() => shop?.stop());

const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, cookie = "userTicketToken=good") => getWith(url, { cookie });

const { productId, name, summary, ink, icon, figure } = ticket;
const model = { productId, name, summary, ink, icon, figure, useWithin: null, trips: null };
const blueprint = { ...model, transferMinutes: 60, validity: { from: "purchase", duration: "P31D" } };
const code = "ABCDEFGH";
const person = (userId: string, firstName: string) => ({ userId, firstName, lastName: "Morvan" });
const punch = { kind: "trip", until: "2026-11-22T10:00:00.000Z" } as const;
const [lou, camille] = [person("u2", "Lou"), person("u3", "Camille")];
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const riding: Partial<Ticket> = { tripsLeft: 6, trips: 10, tripUntil: inMinutes(30), punch };

/** Sets the account's tickets; the first is the one that is opened. */
const hold = (...changes: Partial<Ticket>[]) => {
  const tickets = changes.map((change) => ({ ...ticket, code, ...change }));
  says["/wallet/tickets"] = ok({ items: tickets.slice(0, 1) });
  says["/Account/getWallet"] = ok({ stacks: [{ blueprint, count: tickets.length, tickets }] });
};
beforeEach(() => {
  says = {};
  hold({ punch });
});

const open = () => get("/fr/account/wallet?ticket=t1&present=1");

describe("a ticket on the full screen", () => {
  // covers §2: /account/wallet
  it("is alone: no header, alert, tab bar or footer", async () => {
    const { body, statusCode } = await open();
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/class="(header|tab-bar|footer|alert-band)"/);
    expect(body).toMatch(/<main class="full-ticket-page"/);
  });

  it("has code, number, traveller, time with seconds, and the button that validates", async () => {
    const { body } = await open();
    expect(body).toMatch(/<svg viewBox="0 0 \d+ \d+" role="img" aria-label="Code à scanner/);
    expect(body).toContain("7K4 902 318");
    expect(body).toContain("Karim Morel");
    expect(body).toMatch(/<time [^>]*data-clock=""[^>]*>\d\d:\d\d:\d\d<\/time>/);
    expect(body).toMatch(/href="\/fr\/account\/wallet\?ticket=t1&amp;use=1"[^>]*>(<[^>]+>)*Valider mon billet/);
    expect(body).toMatch(/href="\/fr\/account\/wallet\?ticket=t1"[^>]*>Détails/);
    expect(body).not.toContain("ABCDEFGH");
  });

  it("that runs shows when it was validated, until when it is valid, and the time left as a ring and in words", async () => {
    hold({ ...riding });
    const { body } = await open();
    expect(body).toMatch(/Validé à \d\d:\d\d/);
    expect(body).toMatch(/Valable jusqu’à \d\d:\d\d/);
    expect(body).toMatch(/stroke-dasharray="0\.[45]\d* 2"/);
    expect(body).toMatch(/>(29:\d\d|30:00)</);
    expect(body).toMatch(/Encore (29|30) minutes/);
  });

  // covers: every ticket of the family that is usable now is one swipe or arrow away, with its traveller's name
  it("leads to those of the family that are usable now, in a circle, by links", async () => {
    const later: Partial<Ticket> = { ticketId: "t8", state: "pending", validFrom: "2098-01-01T00:00:00.000Z" };
    hold({}, { ticketId: "t2", traveller: lou }, { ticketId: "t3", traveller: camille }, later, {
      ticketId: "t9",
      state: "blocked",
      blockedFor: ["unpaid"],
      code: null,
    });
    const { body } = await open();
    expect(body).toContain("1 sur 3");
    expect(body).toMatch(
      /href="\/fr\/account\/wallet\?ticket=t3&amp;present=1"[^>]*aria-label="Billet précédent"|aria-label="Billet précédent"[^>]*href="\/fr\/account\/wallet\?ticket=t3&amp;present=1"/,
    );
    expect(body).toMatch(
      /href="\/fr\/account\/wallet\?ticket=t2&amp;present=1"[^>]*aria-label="Billet suivant"|aria-label="Billet suivant"[^>]*href="\/fr\/account\/wallet\?ticket=t2&amp;present=1"/,
    );
  });

  it("stands alone where the other tickets cannot be had, or there are none", async () => {
    expect((await open()).body).not.toContain("Billet suivant");
    says["/Account/getWallet"] = ko(429, "TOO_MANY_REQUESTS");
    const { body, statusCode } = await open();
    expect([statusCode, body.includes("7K4 902 318"), body.includes("Billet suivant")]).toEqual([200, true, false]);
  });

  it("without a code leads to its details, and somebody else's is not there", async () => {
    hold({ code: null });
    expect((await open()).headers.location).toBe("/fr/account/wallet?ticket=t1");
    says["/wallet/tickets"] = ko(404, "NOT_FOUND");
    const missing = await open();
    expect(missing.statusCode).toBe(404);
    expect(missing.body).toMatch(/class="header"/);
  });

  it("just validated says so with the time", async () => {
    const used = { useId: "u9", kind: "trip", trips: 1, place: null } as const;
    hold({ ...riding, uses: [{ ...used, usedAt: inMinutes(0), validUntil: inMinutes(30) }] });
    const { body } = await get("/fr/account/wallet?ticket=t1&present=1&flash=used");
    expect(body).toMatch(/class="full-ticket-done" role="status">.*Validé à \d\d:\d\d/);
  });
});

describe("a running ride", () => {
  // covers: a ride in progress is the first in the wallet, and the header of every page shows it with the time left
  it("is the first of the list, alone, with the time left", async () => {
    hold({}, { ticketId: "t2", traveller: lou }, { ...riding, ticketId: "t3", traveller: camille });
    const { body } = await get("/fr/account/wallet");
    expect(body.indexOf("ticket=t3")).toBeLessThan(body.indexOf("ticket=t1"));
    expect(body).toMatch(/Billet en cours.*Encore <bdi[^>]*>(29:\d\d|30:00)<\/bdi>/);
    expect(body).toContain("2 billets identiques");
    expect(body).toContain("Camille Morvan");
  });

  it("stands in the header of other pages; the Ticket API is asked once in five minutes", async () => {
    says["/wallet/tickets"] = ok({ items: [{ ...ticket, ...riding, code }] });
    shop.seen.length = 0;
    const first = await get("/fr/legal-notices");
    expect(first.body).toMatch(
      /class="ride-pill-target"[^>]*href="\/fr\/account\/wallet\?ticket=t1&amp;present=1"|href="\/fr\/account\/wallet\?ticket=t1&amp;present=1"[^>]*class="ride-pill-target"/,
    );
    const cookies = [first.headers["set-cookie"] ?? []].flat();
    const ride = cookies.find((cookie) => cookie.startsWith("ride="));
    expect(ride).toMatch(/^ride=\d{13}\.t1; Max-Age=300; Path=\/; HttpOnly/);
    const asked = () => shop.seen.filter(({ path }) => path === "/wallet/tickets").length;
    expect(asked()).toBe(1);
    const again = await get("/fr/legal-notices", `userTicketToken=good; ${ride?.split(";")[0]}`);
    expect(again.body).toContain("ride-pill-target");
    expect(asked()).toBe(1);
  });

  it("that has ended, is forged or belongs to nobody is not shown, and a failure breaks no page", async () => {
    for (const ride of [`${Date.now() - 1}.t1`, "none", "9999999999999.<b>", "x"]) {
      const { body, statusCode } = await get(
        "/fr/legal-notices",
        `userTicketToken=good; ride=${encodeURIComponent(ride)}`,
      );
      expect([statusCode, body.includes("ride-pill-target")]).toEqual([200, false]);
    }
    const future = `ride=${Date.now() + 600_000}.t1`;
    expect((await get("/fr/legal-notices", future)).body).not.toContain("ride-pill-target");
    says["/wallet/tickets"] = ko(500, "INTERNAL");
    expect((await get("/fr/legal-notices")).statusCode).toBe(200);
  });

  it("changes nothing in the pages of visitors", async () => {
    const page = await getWith("/fr/legal-notices", {});
    expect(page.body).not.toMatch(/class="[^"]*ride-pill/);
    expect(page.headers["set-cookie"]).toBeUndefined();
  });
});

it("a blocked ticket is listed in the tone of what is wrong, not in the colour of its category", async () => {
  hold({ state: "blocked", blockedFor: ["unpaid"], code: null });
  const { body } = await get("/fr/account/wallet");
  expect(body).toMatch(/<a [^>]*data-form="own"[^>]*data-ink="bad"|data-ink="bad"[^>]*data-form="own"/);
  expect(body).not.toContain('data-ink="pass"');
});
