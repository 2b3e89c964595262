import type { PreviewEnd } from "@guichet/contract/catalogue.ts";

/** The preview of a catalogue draft that is open in this browser (decision 187): the draft's name, or why it shows nothing. */
export type ShownPreview = { name: string; ended?: undefined } | { name?: undefined; ended: PreviewEnd };

/** The same for a page. `notSold`: the text in the place of buttons that buy, of the server: no other page loads it. */
export type PagePreview = ShownPreview & { notSold?: string };
