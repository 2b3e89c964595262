/** The chosen ones in their sequence, which a form then keeps, and the others. */
export const chosenFirst = (options: readonly string[], chosen: readonly string[]): string[] => [
  ...chosen.filter((value) => options.includes(value)),
  ...options.filter((value) => !chosen.includes(value)),
];
