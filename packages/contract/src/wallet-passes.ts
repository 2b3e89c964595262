import { z } from "zod";
import { call } from "./call.ts";
import { Id } from "./values.ts";

/** Wallet apps of phones to which a ticket can be added. */
export const PassWallet = z.enum(["apple", "google"]);
export type PassWallet = z.infer<typeof PassWallet>;

export const applePass = call("wallet-passes", "GET", "/Wallet/applePass", {
  summary: "Returns a ticket as a signed pass for Apple Wallet, which then fetches its changes by itself.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
  file: "application/vnd.apple.pkpass",
});

export const googlePass = call("wallet-passes", "POST", "/Wallet/googlePass", {
  summary:
    "Creates the pass of a ticket at Google Wallet, or brings it up to date, and returns the link that saves it.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {
    url: z.url().describe("Signed address at Google that adds the pass to the wallet of the person who opens it"),
  },
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
});
