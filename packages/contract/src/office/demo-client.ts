/** Signing client of the office in the demo; its key is refused elsewhere. */
export const demoOfficeClient = { id: "office", key: "guichet-demo-office-key" };
