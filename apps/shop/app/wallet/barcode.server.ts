import { aztecPath, type BarcodePath } from "@guichet/ticket-code/barcode.ts";

/** A ticket's signed text as a barcode to draw; made here, so that browsers need no drawing of their own. */
export const barcodeOf = (code: string): BarcodePath => aztecPath(code);
