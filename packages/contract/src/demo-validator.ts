/** How the validators of the demo sign their calls; made by the demo alone, with the right `validator`. */
export const demoValidatorClient = { id: "validators", key: "guichet-demo-validators-key" };
