import { z } from "zod";

/**
 * Faults of the sandbox's mail server: `down` rejects connections (421), `later` defers an e-mail (451),
 * `refuse` rejects an e-mail permanently (550).
 */
export const mailboxBehaviourKind = z.enum(["down", "later", "refuse"]);
export type MailboxBehaviourKind = z.infer<typeof mailboxBehaviourKind>;
export const mailboxBehaviourRequest = z.strictObject({
  next: mailboxBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});
