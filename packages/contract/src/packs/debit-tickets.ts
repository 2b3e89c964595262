import { z } from "zod";

/** When a ticket paid by direct debit is usable: at the signature of the mandate, provisionally until a day, or once the debit is settled. */
export const DebitTicketsUsable = z.enum(["signed", "provisional", "settled"]);
export type DebitTicketsUsable = z.infer<typeof DebitTicketsUsable>;
