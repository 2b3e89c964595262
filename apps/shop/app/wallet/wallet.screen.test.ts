import type { Answer } from "@guichet/client/peer.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { ticket } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

/** The response of the Ticket API to each call, set by each test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(["/wallet/tickets", "/Account/getWallet"], () => says);
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/wallet/tickets": ok({ items: [ticket] }) };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const asked = (path: string) => shop.asked(path);

describe("the wallet", () => {
  const stack = (change: Partial<Ticket>, count = 1) => {
    const { productId, name, summary, ink, icon, figure } = ticket;
    const model = { productId, name, summary, ink, icon, figure, useWithin: null, trips: null, transferMinutes: null };
    const validity = { from: "purchase", duration: "P31D" };
    return { blueprint: { ...model, validity }, count, tickets: [{ ...ticket, ...change }] };
  };

  // covers §2: /account/wallet
  it("shows usable tickets first, stacked, and never their codes", async () => {
    const later = stack({ ticketId: "t2", state: "pending", name: "Plus tard", validFrom: "2098-01-01T00:00:00.000Z" });
    says["/Account/getWallet"] = ok({ stacks: [later, stack({}, 3)] });
    const { body } = await get("/fr/account/wallet");
    expect(body.indexOf("ticket=t1")).toBeLessThan(body.indexOf("ticket=t2"));
    expect(body).toContain("3 billets identiques");
    expect(body).not.toContain("GT1.SIGNED");
  });

  it("offers to view a suspended ticket, not to show it", async () => {
    const suspended = stack({ state: "blocked", blockedFor: ["unpaid"] });
    says["/Account/getWallet"] = ok({ stacks: [suspended] });
    const { body } = await get("/fr/account/wallet");
    expect(body).toContain("Voir");
    expect(body).not.toContain("Présenter");
  });

  it("loads past tickets, and each of them, only on request", async () => {
    says["/Account/getWallet"] = ok({ stacks: [] });
    await get("/fr/account/wallet?show=past&each=1");
    expect(asked("/Account/getWallet")?.values).toMatchObject({ type: "past", unstack: "true" });
    expect((await get("/fr/account/wallet")).body).toContain("Aucun billet");
  });

  // covers §2: /account/wallet
  it("presents a ticket with its code, labelled with product, traveller and validity", async () => {
    const { body } = await get("/fr/account/wallet?ticket=t1");
    expect(body).toMatch(
      /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="Code à scanner\s: Pass 31 jours, Karim Morel\. Valable jusqu’au/,
    );
    expect(body).toContain("7K4 902 318");
    expect(body).toContain("/fr/account/wallet/attestation.pdf?ticket=t1");
  });

  it("a ticket that can no longer be shown has no code", async () => {
    says["/wallet/tickets"] = ok({ items: [{ ...ticket, state: "cancelled", code: null }] });
    const { body } = await get("/fr/account/wallet?ticket=t1");
    expect(body).not.toContain('role="img"');
    expect(body).toContain("Ce billet ne peut plus être utilisé");
  });

  it("another account's ticket is not found", async () => {
    says["/wallet/tickets"] = ko(404, "NOT_FOUND");
    expect((await get("/fr/account/wallet?ticket=t9")).statusCode).toBe(404);
  });
});
