import { z } from "zod";

/** Wallet apps of phones to which a ticket can be added. */
export const PassWallet = z.enum(["apple", "google"]);
export type PassWallet = z.infer<typeof PassWallet>;
