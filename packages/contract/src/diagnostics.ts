import { z } from "zod";
import { call } from "./call.ts";

export const request = call("diagnostics", "POST", "/tests/request", {
  summary: "Echoes what was received, and whether its signature held.",
  section: "§7",
  session: "none",
  network: "optional",
  multiline: ["payload"],
  request: { payload: z.unknown().optional() },
  answer: {
    received: z.record(z.string(), z.unknown()),
    signatureHeld: z.boolean(),
    signatureRefusal: z
      .enum(["SIGNATURE_INVALID", "TIMESTAMP_EXPIRED"])
      .nullable()
      .describe("Why another call would refuse this signature"),
    signedText: z.string().describe("What was to be signed, the time of a client with replay protection included"),
  },
  refusals: [],
});
