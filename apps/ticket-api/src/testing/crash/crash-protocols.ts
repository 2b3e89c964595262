import { accountNamed } from "../../integrations/payment-providers.ts";

/** The protocols of the payment providers; the sandbox speaks both in front of one ledger. */
export const protocols = ["stripe", "lyra"] as const;
export type Protocol = (typeof protocols)[number];

/** The network of the crash test that is paid by this protocol. */
export const networkOf = { stripe: "north", lyra: "harbour" } as const satisfies Record<Protocol, string>;

export const providerAccountOf = {
  stripe: accountNamed({ provider: "stripe", account: "main" }),
  lyra: accountNamed({ provider: "lyra", account: "main" }),
};
