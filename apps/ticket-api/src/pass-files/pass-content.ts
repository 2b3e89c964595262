import type { Language } from "@guichet/contract/locales.ts";

/** A text in each language of the network. */
export type Worded = Readonly<Partial<Record<Language, string>>>;

/** A labelled line of a pass. */
export interface PassField {
  id: string;
  label: Worded;
  value: Worded;
}

/** A ticket as a pass shows it, in whichever wallet. Instants are UTC; the pictures are PNG. */
export interface PassContent {
  /** The ticket's id. */
  id: string;
  networkId: string;
  organization: string;
  /** The language of the person who requested the pass: texts without a translation for the phone are in it. */
  language: Language;
  languages: readonly Language[];
  /** The pass in words, for screen readers. */
  description: Worded;
  product: Worded;
  fields: readonly PassField[];
  /** Signed content of the barcode and the number to read aloud; null: the ticket cannot be used any more, or not now. */
  barcode: { text: string; number: string } | null;
  /** Why it has no barcode. */
  state: "usable" | "suspended" | "used-up" | "over";
  validFrom: string | null;
  /** The end of the validity, or of the time for the first use. */
  validUntil: string | null;
  /** `#rrggbb`; text has the higher contrast of black and white. */
  colours: { background: string; text: string };
  images: { icon: PassImage; logo: PassImage | undefined };
}

/** The same picture for screens of one, two and three pixels per point. */
export type PassImage = readonly [Uint8Array, Uint8Array, Uint8Array];
