import { z } from "zod";
import { call } from "./call.ts";

export const request = call("diagnostics", "POST", "/tests/request", {
  summary: "Echoes what was received, and whether its signature held.",
  section: "§7",
  session: "none",
  network: "optional",
  request: { payload: z.unknown().optional() },
  answer: { received: z.record(z.string(), z.unknown()), signatureHeld: z.boolean(), signedText: z.string() },
  refusals: [],
});
