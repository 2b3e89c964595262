/** The form targets for the content security policy: an order form redirects to the payment provider's page at any address. */
export const formsLeadTo = (demo: boolean): string => (demo ? "https: http:" : "https:");
