import { advise } from "@guichet/rules/adviser/adviser.ts";
import type { applePassOf } from "../pass-files/apple-pass.ts";
import { attestationPdf } from "../pdf/attestation-pdf.ts";
import { evidencePdf } from "../pdf/evidence-pdf.ts";
import { invoicePdf } from "../pdf/invoice-pdf.ts";
import { terminationPdf } from "../pdf/termination-pdf.ts";
import { ticketPdf } from "../pdf/ticket-pdf.ts";

/** Tasks of the worker threads, by name. Input and output are copied between threads: plain values. */
export const tasks = {
  invoice: invoicePdf,
  ticket: ticketPdf,
  attestation: attestationPdf,
  termination: terminationPdf,
  evidence: evidencePdf,
  // Loaded where it is needed: its library takes as much memory as all the others.
  applePass: async (pass: Parameters<typeof applePassOf>[0]) =>
    (await import("../pass-files/apple-pass.ts")).applePassOf(pass),
  advice: (asked: Parameters<typeof advise>) => advise(...asked),
};
export type Tasks = typeof tasks;
