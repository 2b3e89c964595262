/** An order leads from our form to the payment provider's page, wherever that is. */
export const formsLeadTo = (demo: boolean): string => (demo ? "https: http:" : "https:");
