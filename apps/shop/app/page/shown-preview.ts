import type { PreviewEnd } from "@guichet/contract/catalogue-preview.ts";

/** The preview of a catalogue draft that is open in this browser (decision 187): the draft's name, or why it shows nothing. */
export type ShownPreview = { name: string; ended?: undefined } | { name?: undefined; ended: PreviewEnd };
