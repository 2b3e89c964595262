import { sign } from "@guichet/ticket-code/ticket-code.ts";
import { signingKey } from "@guichet/ticket-code/ticket-keys.ts";
import type { AttestationContents } from "./attestation-pdf.ts";
import type { EvidenceContents } from "./evidence-pdf.ts";
import type { InvoiceContents } from "./invoice-pdf.ts";
import type { Seller } from "./seller.ts";
import type { TerminationContents } from "./termination-pdf.ts";
import type { TicketContents } from "./ticket-pdf.ts";
import type { Locale } from "./words.ts";

// Sample documents for tests and the preview of PDF documents.

export const sampleKey = signingKey(new Uint8Array(32).fill(5));

export const sampleSeller: Seller = {
  legalName: "Rivage Mobilités SAS",
  address: ["12 quai des Tamaris", "34200 Sète", "France"],
  identifiers: [
    { label: "SIRET", value: "812 345 678 00017", onTickets: true },
    { label: "TVA", value: "FR 32 812345678", onTickets: false },
  ],
  registration: "SAS au capital de 150 000 € · RCS Montpellier 812 345 678",
};

const names: Record<Locale, { product: string; goodFor: string; traveller: string; conditions: string[] }> = {
  fr: {
    product: "Pass 31 jours Jeune",
    goodFor: "Tous les bus du réseau, moins de 28 ans",
    traveller: "Inès Morel",
    conditions: [
      "Titre personnel, non remboursable après la première validation. Il donne accès à toutes les lignes du réseau pendant sa durée de validité.",
      "Un titre bloqué, annulé ou transféré n’est plus valable, même imprimé.",
    ],
  },
  en: {
    product: "31-day pass, young",
    goodFor: "All buses of the network, under 28",
    traveller: "Inès Morel",
    conditions: ["Personal ticket, not refundable after its first use."],
  },
  ar: {
    product: "اشتراك 31 يومًا للشباب",
    goodFor: "جميع حافلات الشبكة، لمن هم دون 28 سنة",
    traveller: "يوسف منصوري",
    conditions: [
      "تذكرة شخصية لا يُسترد ثمنها بعد أول تفعيل، وتتيح استعمال جميع خطوط شبكة Rivage طوال مدة صلاحيتها.",
      "التذكرة الموقوفة أو الملغاة أو المنقولة إلى شخص آخر لا تبقى صالحة ولو كانت مطبوعة.",
    ],
  },
  it: {
    product: "Abbonamento 31 giorni Giovani",
    goodFor: "Tutti gli autobus della rete, meno di 28 anni",
    traveller: "Inès Morel",
    conditions: ["Titolo personale, non rimborsabile dopo la prima convalida."],
  },
  es: {
    product: "Abono joven de 31 días",
    goodFor: "Todos los autobuses de la red, menores de 28 años",
    traveller: "Inès Morel",
    conditions: ["Título personal, no reembolsable después de la primera validación."],
  },
};

/** A young traveller's pass. */
export function sampleTicket(locale: Locale): TicketContents {
  const { product, goodFor, traveller, conditions } = names[locale];
  const validity = { validFrom: "2026-11-01T07:12:00Z", validUntil: "2026-12-02T07:12:00Z" };
  const code = sign(
    {
      ...validity,
      network: "demo",
      product: "pass-31-1825",
      ticketId: "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b",
      traveller: { initials: locale === "ar" ? "يم" : "IM", birthYear: 2004 },
    },
    sampleKey,
  );
  return {
    ...validity,
    locale,
    timeZone: "Europe/Paris",
    issuedAt: "2026-11-01T07:11:30Z",
    network: { name: "Rivage" },
    product: { name: product, goodFor, edge: "#24704b", lasts: { count: 31, unit: "day" } },
    number: "RV 7K4 902 318",
    code,
    traveller: { name: traveller, birthYear: 2004 },
    price: { amount: 2600, currency: "EUR" },
    orderNumber: "C-2026-004217",
    seller: sampleSeller,
    conditions,
  };
}

/** A paid order with two VAT rates and a discount. */
export function sampleInvoice(locale: Locale): InvoiceContents {
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  const { product, traveller } = names[locale];
  return {
    kind: "invoice",
    locale,
    timeZone: "Europe/Paris",
    number: "DEMO-2026-000318",
    date: "2026-11-01",
    issuedAt: "2026-11-01T07:11:30Z",
    orderNumber: "C-2026-004217",
    seller: sampleSeller,
    customer: { name: traveller, address: ["8 rue des Pêcheurs", "34200 Sète"], email: "ines.morel@demo.example" },
    lines: [
      { description: product, detail: traveller, quantity: 2, unitPrice: eur(2600), vatRate: 10, amount: eur(5200) },
      { description: "BIENVENUE10", quantity: 1, unitPrice: eur(-520), vatRate: 10, amount: eur(-520) },
      { description: "Colissimo", quantity: 1, unitPrice: eur(350), vatRate: 20, amount: eur(350) },
    ],
    vat: [
      { rate: 10, net: eur(4255), vat: eur(425), gross: eur(4680) },
      { rate: 20, net: eur(292), vat: eur(58), gross: eur(350) },
    ],
    total: eur(5030),
    payment: { method: "CARD", at: "2026-11-01T07:11:20Z", lastDigits: "0014" },
  };
}

/** The credit note for the delivery of that invoice. */
export function sampleCreditNote(locale: Locale): InvoiceContents {
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  return {
    ...sampleInvoice(locale),
    kind: "credit-note",
    number: "DEMO-A-2026-000007",
    corrects: { number: "DEMO-2026-000318", date: "2026-11-01" },
    date: "2026-11-09",
    issuedAt: "2026-11-09T15:00:00Z",
    lines: [{ description: "Colissimo", quantity: 1, unitPrice: eur(350), vatRate: 20, amount: eur(350) }],
    vat: [{ rate: 20, net: eur(292), vat: eur(58), gross: eur(350) }],
    total: eur(350),
    payment: { method: "CARD", at: "2026-11-09T15:00:00Z", lastDigits: "0014" },
  };
}

export function sampleAttestation(locale: Locale): AttestationContents {
  const { product, traveller } = names[locale];
  return {
    locale,
    timeZone: "Europe/Paris",
    issuedAt: "2026-11-20T10:00:00Z",
    number: "RV-7K4902318",
    network: { name: "Rivage" },
    seller: sampleSeller,
    holder: { name: traveller, birthDate: "2004-05-17" },
    product: product,
    ticketNumber: "RV 7K4 902 318",
    validFrom: "2026-11-01T07:12:00Z",
    validUntil: "2026-12-02T07:12:00Z",
    paid: { amount: 2600, currency: "EUR" },
    paidAt: "2026-11-01T07:11:20Z",
    orderNumber: "C-2026-004217",
  };
}

/** A monthly subscription that was terminated without a sign-in, with a chosen end. */
export function sampleTermination(locale: Locale): TerminationContents {
  const { product, traveller } = names[locale];
  return {
    locale,
    timeZone: "Europe/Paris",
    network: { name: "Rivage" },
    seller: sampleSeller,
    contract: { name: product, holder: traveller, traveller, orderNumber: "C-2026-004217" },
    reference: "R-K7QM2RXY",
    receivedAt: "2026-11-20T10:00:00Z",
    confirmedAt: "2026-11-21T14:05:00Z",
    desiredEnd: "2027-01-15",
    effect: "AT_DATE",
    lastDay: "2027-01-31",
    refund: null,
    refundDays: 30,
    due: null,
  };
}

export function sampleEvidence(locale: Locale): EvidenceContents {
  const { product, traveller } = names[locale];
  const amount = { amount: 2600, currency: "EUR" };
  return {
    ...{
      locale,
      timeZone: "Europe/Paris",
      madeAt: "2026-12-02T09:00:00Z",
      network: { name: "Rivage" },
      seller: sampleSeller,
    },
    dispute: { reference: "du_1PgafmB7WZ01zgkW6dKueIc5", amount, openedAt: "2026-11-30T10:00:00Z" },
    order: {
      ...{ number: "2026-000123", amount, orderedAt: "2026-11-01T07:10:00Z", paidAt: "2026-11-01T07:12:00Z" },
      card: "4242",
      tracking: "6A21234567890",
    },
    customer: { name: traveller, email: "ines@example.org" },
    tickets: Array.from({ length: 4 }, (_, place) => ({
      ...{ name: product, number: `K7QM 2R ${place}`, traveller, issuedAt: "2026-11-01T07:12:00Z" },
      loadedAt: place === 0 ? "2026-11-01T08:00:00Z" : null,
      uses:
        place === 1
          ? []
          : Array.from({ length: 12 }, (_, use) => ({
              at: `2026-11-${String(use + 2).padStart(2, "0")}T08:12:00Z`,
              kind: (["opened", "trip", "change", "checked"] as const)[use % 4] ?? "trip",
              place: use === 0 ? "Bus 12" : null,
            })),
    })),
    terms: [
      { kind: "terms-of-use", version: "2026-02-06" },
      { kind: "privacy-policy", version: "2026-03-07" },
    ],
    emails: [
      { to: "ines@example.org", sentAt: "2026-11-01T07:12:30Z", isConfirmation: true },
      { to: "ines@example.org", sentAt: "2026-11-05T07:12:30Z", isConfirmation: false },
    ],
  };
}
