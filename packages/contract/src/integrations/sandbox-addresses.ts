/** Base path of the sandbox's address directory. */
export const sandboxAddressesPath = "/geocodage";

/** Inputs that trigger failures of the sandbox's address directory; listed in its README. */
export const addressMagic = { down: "panne", slow: "lent", malformed: "casse" } as const;
