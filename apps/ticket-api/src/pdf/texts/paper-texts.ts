export type PaymentMethod = "CARD" | "TRANSFER" | "DEPOSIT" | "CASH";

/** Texts that stand on every printed matter. Values that are put in come formatted and isolated. */
export interface SheetTexts {
  labelled(label: string, value: string): string;
  page(page: string, pages: string): string;
  siret: string;
  vatNumber: string;
  /** Said of a day that still belongs to a period: "30 novembre 2026 inclus". */
  included(day: string): string;
  /** Before from where to where a ticket is good. */
  journey: string;
}

export interface TicketTexts {
  title(number: string): string;
  kind: string;
  valid(from: string, until: string): string;
  validAfterFirstUse(before: string, runs: string): string;
  carnet(trips: string, minutes: string): string;
  carnetWithoutChanges(trips: string): string;
  /** The word beside the big number of a carnet, in the right plural. */
  trips(count: number): string;
  readAloud: string;
  codeAlt(product: string, traveller: string, number: string): string;
  traveller: string;
  anyTraveller: string;
  birthYear: string;
  price: string;
  order: string;
  issued: string;
  network: string;
  howToShow: string;
  conditions: string;
  soldBy(seller: string): string;
}

export interface InvoiceTexts {
  invoice(number: string): string;
  creditNote(number: string): string;
  corrects(number: string, day: string): string;
  reason(reason: string): string;
  /** Days that are not used, of what ends before its time. */
  rest(from: string, to: string): string;
  date: string;
  order: string;
  seller: string;
  customer: string;
  lines: string;
  description: string;
  /** What was taken off a line, by the vouchers of its order; `codes` may be empty. */
  discount(codes: string): string;
  quantity: string;
  unitPrice: string;
  vatRate: string;
  amount: string;
  vatSplit: string;
  net: string;
  vat: string;
  gross: string;
  sum: string;
  total: string;
  totalRefunded: string;
  paid: Record<PaymentMethod, (day: string) => string>;
  refunded: Record<PaymentMethod, (day: string) => string>;
  debitedInParts(count: string, day: string): string;
  /** When it is debited, or begins to be. */
  firstDebit(day: string): string;
  paidInParts(count: string, day: string): string;
  paidByCard(lastDigits: string, day: string): string;
  refundedToCard(lastDigits: string, day: string): string;
  nothingDue: string;
}

export interface AttestationTexts {
  title: string;
  reference(number: string): string;
  statement(seller: string, holder: string): string;
  holder: string;
  bornOn(day: string): string;
  product: string;
  network: string;
  period: string;
  fromTo(from: string, to: string): string;
  paid: string;
  paidOn: string;
  order: string;
  contract: string;
  purpose: string;
  madeOn(day: string): string;
  unsigned: string;
}

/** Of stickers that say where a ticket is punched. */
export interface VignetteTexts {
  title(network: string): string;
  codeAlt(number: string, place: string): string;
  /** What the code is for, in one short line: each of the network's languages has one. */
  use: string;
  line(line: string): string;
}

export interface PaperTexts {
  sheet: SheetTexts;
  ticket: TicketTexts;
  invoice: InvoiceTexts;
  attestation: AttestationTexts;
  vignette: VignetteTexts;
}
