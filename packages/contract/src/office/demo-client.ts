/** How the office signs its calls in the demo; anywhere else this key is refused. */
export const demoOfficeClient = { id: "office", key: "guichet-demo-office-key" };
