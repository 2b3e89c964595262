import { z } from "zod";

/**
 * What the sandbox's mail server does wrong next: `down` turns connections away (421), `later` asks to come back with a letter (451),
 * `refuse` takes a letter never (550).
 */
export const mailboxBehaviourKind = z.enum(["down", "later", "refuse"]);
export type MailboxBehaviourKind = z.infer<typeof mailboxBehaviourKind>;
export const mailboxBehaviourRequest = z.strictObject({
  next: mailboxBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});
