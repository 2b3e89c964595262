import { z } from "zod";
import { call } from "./call.ts";

export const request = call("diagnostics", "POST", "/tests/request", {
  summary: "Echoes the request, and returns whether its signature is valid.",
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
      .describe("Reason why other calls refuse this signature"),
    signedText: z.string().describe("The text to sign, including the timestamp of a client with replay protection"),
  },
  refusals: [],
});
