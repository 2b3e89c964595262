import { extractImages, extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, it } from "vitest";
import { logoPicture } from "../network-registry/logo-picture.ts";
import { attestationPdf } from "./attestation-pdf.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import {
  sampleAttestation,
  sampleCreditNote,
  sampleEvidence,
  sampleInvoice,
  sampleTermination,
  sampleTicket,
} from "./samples.ts";
import { terminationPdf } from "./termination-pdf.ts";
import { ticketPdf } from "./ticket-pdf.ts";
import type { Locale } from "./words.ts";

const documents = {
  ticket: (locale: Locale) => ticketPdf(sampleTicket(locale)),
  invoice: (locale: Locale) => invoicePdf(sampleInvoice(locale)),
  "credit note": (locale: Locale) => invoicePdf(sampleCreditNote(locale)),
  attestation: (locale: Locale) => attestationPdf(sampleAttestation(locale)),
  evidence: (locale: Locale) => evidencePdf(sampleEvidence(locale)),
  "receipt of a termination": (locale: Locale) => terminationPdf(sampleTermination(locale)),
};
const locales: Locale[] = ["fr", "en", "ar", "it", "es"];

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

/** Readers guess spaces from distances; what matters is that the letters are right and in order. */
function letters(text: string): string {
  return text.replace(/[\s\p{M}]/gu, "");
}

describe("the text of a printed ticket", () => {
  it.each<[Locale, string[]]>([
    [
      "fr",
      [
        "Pass 31 jours Jeune",
        "Valable du 1er novembre 2026 à 08:12 au 2 décembre 2026 à 08:12.",
        "Voyageur",
        "26,00 €",
      ],
    ],
    [
      "en",
      [
        "31-day pass, young",
        "Valid from 1 November 2026 at 08:12 until 2 December 2026 at 08:12.",
        "Traveller",
        "€26.00",
      ],
    ],
    [
      "ar",
      [
        "اشتراك 31 يومًا للشباب",
        "صالحة من 1 نوفمبر 2026 في 08:12 حتى 2 ديسمبر 2026",
        "المسافر",
        "يوسف منصوري",
        "السعر",
        "شروط الاستخدام",
      ],
    ],
    ["it", ["Abbonamento 31 giorni Giovani", "Validità: 1 novembre 2026 alle ore 08:12", "Viaggiatore", "26,00 €"]],
    ["es", ["Abono joven de 31 días", "Válido desde el 1 de noviembre de 2026", "Viajero", "26,00 €"]],
  ])("in %s states what the ticket is", async (locale, said) => {
    const text = await textOf(await documents.ticket(locale));
    for (const part of [...said, "RV 7K4 902 318", "C-2026-004217", "Rivage", "2004"])
      expect(letters(text)).toContain(letters(part));
  });

  it("states the last day of a validity that ends at midnight", async () => {
    const text = await textOf(await ticketPdf({ ...sampleTicket("fr"), validUntil: "2026-11-30T23:00:00Z" }));
    expect(text).toContain("au 30 novembre 2026 inclus.");
  });

  it("states the rules of a carnet that is valid from its first use", async () => {
    const pass = sampleTicket("fr");
    const text = await textOf(
      await ticketPdf({
        ...pass,
        carnet: { trips: 10, transferMinutes: 60 },
        firstUse: { before: "2027-11-01T23:00:00Z", runs: { count: 6, unit: "month" } },
      }),
    );
    expect(text).toContain("Carnet de 10 trajets, 60 minutes maximum par trajet, correspondances comprises.");
    expect(text).toContain("avant le 2 novembre 2027. Valable ensuite 6 mois");
    expect(text).toContain("10 trajets");
  });

  it("contains every word of a condition longer than a page, with its heading next to the first", async () => {
    const words = Array.from({ length: 3000 }, (_, i) => `mot${i}.`);
    const pdf = await getDocumentProxy(
      (await ticketPdf({ ...sampleTicket("fr"), conditions: [words.join(" ")] })).slice(),
    );
    const { text } = await extractText(pdf, { mergePages: false });
    expect(text.join(" ").match(/mot\d+\./g)).toEqual(words);
    expect(text.find((page) => page.includes("Conditions d’utilisation"))).toContain("mot0.");
  });

  it("continues over pages when the conditions are long", async () => {
    const conditions = Array.from(
      { length: 60 },
      (_, i) => `Article ${i + 1}. ${"Le titre se présente à chaque contrôle. ".repeat(4)}`,
    );
    const pdf = await getDocumentProxy((await ticketPdf({ ...sampleTicket("fr"), conditions })).slice());
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, " ");
    expect(pdf.numPages).toBe(4);
    expect(text).toContain("Article 60.");
    expect(text).toContain("Page 4/4");
  });
});

describe("the network's logo", () => {
  const logo = async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 32"><rect width="40" height="32" fill="#0b5a68"/></svg>';
    const drawn = await logoPicture({ id: "pdf", version: "1", logo: svg });
    if (drawn === undefined) throw new Error("The logo was not drawn");
    return drawn;
  };

  // covers: e-mails and documents carry the network's logo
  it.each(["fr", "ar"] as const)(
    "is a picture in tickets, invoices and attestations in %s, the same bytes each time",
    async (locale) => {
      const ticket = sampleTicket(locale);
      const attestation = sampleAttestation(locale);
      const drawings = [
        async () => ticketPdf({ ...ticket, network: { ...ticket.network, logo: await logo() } }),
        async () => invoicePdf({ ...sampleInvoice(locale), logo: await logo() }),
        async () => attestationPdf({ ...attestation, network: { ...attestation.network, logo: await logo() } }),
      ];
      for (const draw of drawings) {
        const bytes = await draw();
        expect(Buffer.from(await draw()).equals(bytes)).toBe(true);
        expect(await picturesIn(bytes)).toEqual([{ width: 320, height: 256 }]);
      }
      expect(await picturesIn(await ticketPdf(ticket))).toEqual([]);
    },
  );

  it("that cannot be drawn is left out", async () => {
    expect(await logoPicture({ id: "broken", version: "1", logo: "<svg" })).toBeUndefined();
  });
});

async function picturesIn(pdf: Uint8Array): Promise<{ width: number; height: number }[]> {
  const document = await getDocumentProxy(pdf.slice());
  return (await extractImages(document, 1)).map(({ width, height }) => ({ width, height }));
}

describe("the text of an invoice", () => {
  // covers: tickets, invoices and attestations as PDF in five languages
  it.each<[Locale, string[]]>([
    [
      "fr",
      [
        "Facture n° DEMO-2026-000318",
        "Prix unitaire TTC",
        "Base HT",
        "42,55 €",
        "50,30 €",
        "Payée par carte bancaire se terminant par 0014 le 1er novembre 2026.",
      ],
    ],
    [
      "en",
      [
        "Invoice no. DEMO-2026-000318",
        "Unit price incl. VAT",
        "€50.30",
        "Paid by card ending in 0014 on 1 November 2026.",
      ],
    ],
    [
      "ar",
      [
        "فاتورة رقم DEMO-2026-000318",
        "البائع",
        "العميل",
        "الكمية",
        "50.30",
        "دُفعت بالبطاقة البنكية المنتهية بالأرقام 0014 بتاريخ 1 نوفمبر 2026.",
        "الصفحة 1 من 1",
      ],
    ],
    [
      "it",
      [
        "Fattura n. DEMO-2026-000318",
        "Imponibile",
        "50,30 €",
        "Pagata con carta che termina con 0014 in data 1 novembre 2026.",
      ],
    ],
    [
      "es",
      [
        "Factura n.º DEMO-2026-000318",
        "Base imponible",
        "50,30 €",
        "Pagada con la tarjeta bancaria terminada en 0014 el 1 de noviembre de 2026.",
      ],
    ],
  ])("in %s contains seller, customer, lines, VAT per rate and payment", async (locale, said) => {
    const text = await textOf(await documents.invoice(locale));
    const always = [
      "Rivage Mobilités SAS",
      "12 quai des Tamaris",
      "812 345 678 00017",
      "FR 32 812345678",
      "8 rue des Pêcheurs",
      "C-2026-004217",
      "BIENVENUE10",
    ];
    for (const part of [...said, ...always]) expect(letters(text)).toContain(letters(part));
    for (const amount of ["52", "42", "46", "4"]) expect(text).toMatch(new RegExp(`\\b${amount}[.,]\\d\\d`));
  });

  it("of a credit note names the invoice and the refund", async () => {
    const text = await textOf(await documents["credit note"]("fr"));
    expect(text).toContain("Avoir n° DEMO-A-2026-000007");
    expect(text).toContain("Annule en tout ou partie la facture n° DEMO-2026-000318 du 1er novembre 2026.");
    expect(text).toContain("Remboursé sur la carte bancaire se terminant par 0014 le 9 novembre 2026.");
  });

  it("continues over pages with page numbers and every line once", async () => {
    const sample = sampleInvoice("fr");
    const eur = (amount: number) => ({ amount, currency: "EUR" });
    const lines = Array.from({ length: 70 }, (_, i) => ({
      description: `Ticket ${String(i + 1).padStart(3, "0")}`,
      quantity: 1,
      unitPrice: eur(110),
      vatRate: 10,
      amount: eur(110),
    }));
    const vat = [{ rate: 10, net: eur(7000), vat: eur(700), gross: eur(7700) }];
    const text = await textOf(await invoicePdf({ ...sample, lines, vat, total: eur(7700) }));
    expect(text.match(/Ticket \d{3}/g)).toEqual(lines.map((line) => line.description));
    expect(text).toContain("Page 1/3");
    expect(text).toContain("Page 3/3");
  });

  it.each([
    ["lines", { total: { amount: 5031, currency: "EUR" } }],
    ["VAT shares", { vat: sampleInvoice("fr").vat.slice(1) }],
    ["currencies", { total: { amount: 5030, currency: "USD" } }],
  ])("is refused when the %s do not agree", async (_, wrong) => {
    await expect(invoicePdf({ ...sampleInvoice("fr"), ...wrong })).rejects.toThrow("DEMO-2026-000318");
  });
});

describe("the text of an attestation", () => {
  it.each<[Locale, string[]]>([
    [
      "fr",
      [
        "Attestation d’achat d’un titre de transport",
        "Inès Morel, né(e) le 17 mai 2004",
        "Fait le 20 novembre 2026",
        "26,00 €",
      ],
    ],
    [
      "en",
      ["Proof of purchase of a public transport ticket", "born on 17 May 2004", "Issued on 20 November 2026", "€26.00"],
    ],
    ["ar", ["شهادة شراء تذكرة نقل", "يوسف منصوري", "مدة الصلاحية", "26.00"]],
    ["it", ["Attestazione di acquisto di un biglietto di trasporto", "datore di lavoro", "26,00 €"]],
    ["es", ["Certificado de compra de un billete o abono de transporte", "reembolso de los gastos", "26,00 €"]],
  ])("in %s states contract, period and payment", async (locale, said) => {
    const text = await textOf(await documents.attestation(locale));
    for (const part of [...said, "RV 7K4 902 318", "Rivage Mobilités SAS"])
      expect(letters(text)).toContain(letters(part));
  });
});

describe("the text of the receipt of a termination", () => {
  // covers: the receipt of a termination as PDF in five languages (L215-1-1)
  it.each<[Locale, string[]]>([
    [
      "fr",
      [
        "Récépissé de résiliation",
        "confirme à Inès Morel la résiliation du contrat suivant",
        "20 novembre 2026 à 11:00",
        "15 janvier 2027",
        "jusqu’au 31 janvier 2027 inclus",
        "Les périodes qui commencent d’ici là sont renouvelées et prélevées.",
        "Plus aucun renouvellement ne sera prélevé après le 31 janvier 2027.",
      ],
    ],
    ["en", ["Cancellation receipt", "20 November 2026 at 11:00", "until the end of 31 January 2027"]],
    ["ar", ["إيصال إلغاء العقد", "يوسف منصوري", "20 نوفمبر 2026 في 11:00", "31 يناير 2027", "تاريخ انتهاء العقد"]],
    ["it", ["Ricevuta di disdetta", "20 novembre 2026 alle ore 11:00", "fino a 31 gennaio 2027 compreso"]],
    ["es", ["Justificante de baja", "20 de noviembre de 2026", "hasta el 31 de enero de 2027 incluido"]],
  ])("in %s states contract, time of receipt, both end dates, tickets and money", async (locale, said) => {
    const text = letters(await textOf(await terminationPdf(sampleTermination(locale))));
    for (const part of [...said, "R-K7QM2RXY", "C-2026-004217", "Rivage Mobilités SAS"])
      expect(text).toContain(letters(part));
  });

  it.each<[Partial<Parameters<typeof terminationPdf>[0]>, string[]]>([
    [{ effect: "AT_END", reference: null, desiredEnd: null }, ["Référence C-2026-004217", "au plus tôt"]],
    [{ effect: "REST_REFUNDED", refund: { amount: 1250, currency: "EUR" } }, ["12,50 € sont remboursés sous 30 jours"]],
    [{ effect: "REFUNDED", refund: { amount: 3000, currency: "EUR" } }, ["ses billets sont annulés", "30,00 €"]],
    [{ effect: "AT_ONCE", due: "C-2026-004300" }, ["Le contrat était bloqué", "La commande C-2026-004300"]],
  ])("states the effect %j", async (change, said) => {
    const text = letters(await textOf(await terminationPdf({ ...sampleTermination("fr"), ...change })));
    for (const part of said) expect(text).toContain(letters(part));
    if (change.effect !== "AT_DATE") expect(text).not.toContain(letters("renouvelées"));
  });
});

describe.each(Object.entries(documents))("every %s", (_, print) => {
  it.each(locales)("in %s has a language, a title that is displayed, tags and embedded fonts", async (locale) => {
    const bytes = await print(locale);
    const pdf = await getDocumentProxy(bytes.slice());
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({ Language: locale });
    expect(String(info.Title).length).toBeGreaterThan(5);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    const tree = await (await pdf.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toContain('"role":"H1"');
    const raw = Buffer.from(bytes).toString("latin1");
    expect(raw).toContain("/FontFile2");
    expect(raw).not.toMatch(/\/Subtype \/Type1\b/);
  });

  it("has the same bytes whenever it is printed again, whatever was printed in between", async () => {
    const first = await print("fr");
    await print("ar");
    expect(Buffer.from(await print("fr")).equals(first)).toBe(true);
  });
});

describe("a name typed by a customer", () => {
  it.each<[Locale, string]>([
    ["fr", "يوسف منصوري"],
    ["ar", "Inès Morel-Łukasz"],
    ["fr", "Nguyễn Thị Ánh"],
    ["ar", "الأميرة لالة آمنة"],
    ["en", "Ελένη Журавлёва"],
  ])("is in a document in %s as it was typed: %s", async (locale, name) => {
    const sample = sampleAttestation(locale);
    expect(letters(await textOf(await attestationPdf({ ...sample, holder: { name } })))).toContain(letters(name));
  });
});
