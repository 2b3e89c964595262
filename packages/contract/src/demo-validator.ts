/** Signing client of the demo's validators; only the demo creates it, with the right `validator`. */
export const demoValidatorClient = { id: "validators", key: "guichet-demo-validators-key" };
