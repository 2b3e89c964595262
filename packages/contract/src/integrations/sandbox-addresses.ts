/** Below which path the sandbox's directory of addresses listens. */
export const sandboxAddressesPath = "/geocodage";

/** What to type for what can go wrong at the sandbox's directory; its README tells them. */
export const addressMagic = { down: "panne", slow: "lent", malformed: "casse" } as const;
