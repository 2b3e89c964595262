import { z } from "zod";

/** Path of the stand-in of Google Wallet in the sandbox. */
export const sandboxGoogleWalletPath = "/google-wallet";
/** The demo's pass type at Apple, its team, and its issuer at Google. */
export const demoPassType = "pass.org.guichet.demo";
export const demoPassTeam = "GUICHETDEM";
export const demoGoogleIssuer = "3388000000099999999";

/** Faults of the stand-ins: `apple-down` and `google-down` answer with 503. */
export const walletBehaviourKind = z.enum(["apple-down", "google-down"]);
export type WalletBehaviourKind = z.infer<typeof walletBehaviourKind>;
export const walletBehaviourRequest = z.strictObject({
  next: walletBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});

/** A notification that Apple's stand-in received. */
export interface SandboxPush {
  token: string;
  topic: string;
  at: string;
}
