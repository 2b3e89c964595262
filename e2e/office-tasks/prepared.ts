import { buyAndUse, buyFor, buyParcel, customerOf, orderNumber, requestExamination } from "../households.ts";
import type { Installation } from "../installation.ts";
import type { JourneyLanguage } from "../journey-languages.ts";
import { draftPrice } from "./catalogue-drafts.ts";

/** What the tasks of one round are done with. */
export interface Prepared {
  /** The number of a paid order by post, which nobody has begun to prepare. */
  parcel: string;
  /** The number of a paid order whose ticket is not used. */
  order: string;
  /** The number of an active card. */
  card: string;
  /** The number of a ticket that is valid now. */
  ticket: string;
  /** The numbers of two submissions, the oldest first. */
  submissions: readonly [string, string];
  /** The name of a draft of the catalogue with a change. */
  draft: string;
  /** A day on which nothing was promised, `YYYY-MM-DD`. */
  closingDay: string;
  /** The address of somebody who is not of the staff. */
  colleague: string;
}

const holder = "holder@demo.example";
const draft = "Tarifs de printemps";
const closingInDaysMs = 60 * 86_400_000;

/** Active cards of the demo's family, one of each round. */
const cards = { fr: "9250 9852 0001 0023", ar: "9250 9852 0001 0031" };

/** Prepares the round in French, with everything. */
export async function prepareAll(guichet: Installation): Promise<Prepared> {
  const submissions = [
    await requestExamination(guichet, "harmonie"),
    await requestExamination(guichet, "transition"),
  ] as const;
  await draftPrice(guichet, { name: draft, itemId: "tribe-ticket", price: 640 });
  const { orderId } = await buyFor(guichet, holder, "ticket-1h", 1);
  const order = await orderNumber(await customerOf(guichet, holder), orderId);
  return { ...(await prepareHalf(guichet, "fr")), submissions, draft, order };
}

/** Prepares a round of the tasks that are also done in Arabic. */
export async function prepareHalf(guichet: Installation, language: JourneyLanguage): Promise<Prepared> {
  return {
    ...{ order: "", submissions: ["", ""], draft, card: cards[language] },
    parcel: await buyParcel(guichet),
    ticket: await usedTicket(guichet),
    closingDay: new Date(Date.now() + closingInDaysMs).toISOString().slice(0, 10),
    colleague: `ana.${language}@operator.example`,
  };
}

async function usedTicket(guichet: Installation): Promise<string> {
  const orderId = await buyAndUse(guichet, holder, "ticket-1h");
  const { api, asking } = await customerOf(guichet, holder);
  const tickets = await api.call("tickets", { orderId }, asking);
  return tickets.ok ? (tickets.value.items[0]?.serial ?? "") : "";
}
