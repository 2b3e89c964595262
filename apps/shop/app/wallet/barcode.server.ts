import { aztecPath, type BarcodePath } from "@guichet/ticket-code/barcode.ts";

/** Draws a ticket's signed text as a barcode, on the server so that browsers need no barcode library. */
export const barcodeOf = (code: string): BarcodePath => aztecPath(code);
