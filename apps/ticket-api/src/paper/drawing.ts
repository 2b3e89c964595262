import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { attestationPdf } from "./attestation-pdf.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { ticketPdf } from "./ticket-pdf.ts";

/** Every document that is drawn, by name: its input in, its bytes out. */
export const documents = { invoice: invoicePdf, ticket: ticketPdf, attestation: attestationPdf } as const;
export type DocumentName = keyof typeof documents;
type InputOf<Name extends DocumentName> = Parameters<(typeof documents)[Name]>[0];

/** Draws documents beside the server: setting a page takes tens of milliseconds, in which nobody could buy. */
export interface Drawing {
  draw<Name extends DocumentName>(name: Name, input: InputOf<Name>): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DrawRequest {
  id: number;
  name: DocumentName;
  input: unknown;
}
export type DrawReply = { id: number; bytes: Uint8Array } | { id: number; fault: string };

/** A thread of low priority, begun with the first document and begun again if it ever ends. */
export function drawingThread(): Drawing {
  const waiting = new Map<number, { done(bytes: Uint8Array): void; failed(error: Error): void }>();
  let worker: Worker | undefined;
  let last = 0;

  const begin = (): Worker => {
    const made = new Worker(new URL("./drawing-thread.ts", import.meta.url));
    made.unref();
    made.on("message", (reply: DrawReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("bytes" in reply) asked?.done(reply.bytes);
      else asked?.failed(new Error(reply.fault));
    });
    const ended = (error: Error) => {
      if (worker === made) worker = undefined;
      for (const asked of waiting.values()) asked.failed(error);
      waiting.clear();
    };
    made.on("error", ended);
    made.on("exit", () => ended(new Error("the drawing thread ended")));
    return made;
  };

  return {
    draw: (name, input) =>
      new Promise((done, failed) => {
        worker ??= begin();
        last += 1;
        waiting.set(last, { done, failed });
        worker.postMessage({ id: last, name, input } satisfies DrawRequest);
      }),
    close: async () => {
      const ending = worker;
      if (ending === undefined) return;
      const exit = once(ending, "exit");
      await ending.terminate();
      await exit.catch(() => undefined);
    },
  };
}
