import type { Language } from "@guichet/contract/languages.ts";
import type { CountryCode } from "@guichet/contract/values.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought } from "../testing/test-refunds.ts";

interface Foreign {
  country: CountryCode;
  languages: Language[];
  currency: string;
  timeZone: string;
  address: string;
  identifiers: Record<string, string>;
  taxExemption?: string;
  vatRate: number;
  /** What invoice and credit note state in the first language: identifiers, tax and total. */
  stated: string[];
}

/** Networks that only a pack makes foreign: no code knows them. */
const foreign: Record<string, Foreign> = {
  rabat: {
    ...{ country: "MA", languages: ["fr", "ar"], currency: "MAD", timeZone: "Africa/Casablanca", vatRate: 10 },
    address: "1 avenue Mohammed V, 10000 Rabat",
    identifiers: { ice: "001561191000066", if: "3338823" },
    stated: ["ICE 001561191000066", "IF 3338823", "Taux de TVA", "1,50 MAD"],
  },
  torino: {
    ...{ country: "IT", languages: ["it", "en"], currency: "EUR", timeZone: "Europe/Rome", vatRate: 0 },
    address: "Via Roma 1, 10121 Torino",
    identifiers: { "partita-iva": "IT00743110157" },
    taxExemption: "Operazione esente da IVA",
    stated: ["Partita IVA IT00743110157", "Operazione esente da IVA", "1,50 €"],
  },
  vigo: {
    ...{ country: "ES", languages: ["es", "en"], currency: "EUR", timeZone: "Europe/Madrid", vatRate: 10 },
    address: "Calle Mayor 1, 36201 Vigo",
    identifiers: { nif: "A58818501" },
    stated: ["NIF A58818501", "Tipo de IVA", "1,50 €"],
  },
  leeds: {
    ...{ country: "GB", languages: ["en"], currency: "GBP", timeZone: "Europe/London", vatRate: 0 },
    address: "1 High Street, Leeds, LS1 1AA",
    identifiers: { vat: "GB980780684", "company-number": "01234567" },
    stated: ["Company number 01234567", "VAT number GB980780684", "£1.50"],
  },
  dayton: {
    ...{ country: "US", languages: ["en", "es"], currency: "USD", timeZone: "America/New_York", vatRate: 0 },
    address: "1 Main Street, Dayton OH 45402",
    identifiers: { ein: "91-1144442" },
    stated: ["EIN 91-1144442", "Sales tax rate", "US$1.50"],
  },
};

const onlyInFrance = /SIRET|SIREN|RCS|FranceConnect|CNIL|RGAA|France|\+33/i;

let shop: Shop;
beforeAll(async () => {
  const packs = Object.entries(foreign).map(
    ([id, { languages, identifiers, taxExemption, address, vatRate, stated: _, ...network }]) => {
      const pack = testPack({
        id,
        articles: [testArticle({ id: `${id}-single`, price: 150, vatRate, refund: { basis: "unused" } })],
        network: {
          ...network,
          languages,
          seller: { legalName: "City Transit", address, identifiers, ...(taxExemption && { taxExemption }) },
        },
      });
      const title = Object.fromEntries(languages.map((language) => [language, "# Title"]));
      return { ...pack, terms: { "legal-notice": title, "terms-of-use": title, "privacy-policy": title } };
    },
  );
  shop = await openTestShop({ packs });
});
afterAll(() => shop.close());

async function textOf(pdf: Uint8Array | undefined): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(pdf ?? new Uint8Array()), { mergePages: true });
  return text.replace(/[\p{Cf}]/gu, "").replace(/\s+/g, " ");
}

async function emailsTo(address: string): Promise<string[]> {
  const response = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${encodeURIComponent(address)}`);
  const Messages = z.object({ items: z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() })) });
  return Messages.parse(await response.json()).items.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`);
}

// covers: tickets, invoices, credit notes and e-mails of a foreign network state what its country demands, and nothing French
test.each(Object.entries(foreign))(
  "the documents and e-mails of %s have the law of its country",
  async (network, its) => {
    const person = await testPerson(shop.api.deps, { network });
    const as = { token: person.token, network };
    const [language = "en"] = its.languages;
    const paid = { amount: 150, currency: its.currency };
    const { orderId } = await bought(shop, { ...person, network }, 150, [`${network}-single`], {
      totalAmount: paid,
      lang: language,
    });
    const [ticket] = (await shop.api.call("tickets", {}, as)).body.items;
    if (ticket === undefined) throw new Error("no ticket");
    const printed = [await textOf((await shop.api.call("printOrder", { orderId }, as)).body.bytes)];
    const lang = its.languages.at(-1);
    const drawn = await textOf((await shop.api.call("ticketPdf", { ticketId: ticket.ticketId, lang }, as)).body.bytes);
    const requested = { orderId, ticketIds: [ticket.ticketId], amount: paid };
    const made = await shop.api.call("requestRefund", requested, as);
    expect(made.body).toMatchObject({ amount: paid });
    await shop.api.work.drain();
    printed.push(await textOf((await shop.api.call("printOrder", { orderId, kind: "credit-note" }, as)).body.bytes));
    for (const text of printed) for (const stated of its.stated) expect(text).toContain(stated);
    const emails = await emailsTo(person.email);
    expect(emails).not.toEqual([]);
    for (const text of [...printed, drawn, ...emails]) expect(text).not.toMatch(onlyInFrance);
    const { body } = await shop.api.call("getNetworkConfiguration", { lang: language }, as);
    expect(body.network).toMatchObject({
      country: its.country,
      shippingFee: null,
      currency: its.currency,
      addressSearch: false,
    });
    expect(JSON.stringify(body.network)).not.toMatch(onlyInFrance);
  },
);
