/**
 * Addresses to which other sites lead: payment page, identity providers, e-mails. Strict cookies are not with such a
 * request, so the server first answers a page that goes on from within the shop (decisions on cookies).
 */
export const externalEntryPaths: readonly RegExp[] = [
  /^\/cart$/,
  /^\/auth\/custom$/,
  /^\/auth\/fc\/finalize$/,
  /^\/auth\/reset$/,
  /^\/verify-account$/,
  /^\/account\/delete$/,
  /^\/account\/invoices$/,
  /^\/account\/payment-cards$/,
  /^\/account\/tacit$/,
  /^\/account\/tacit\/[\w-]+$/,
  /^\/documents$/,
  /^\/documents\/submissions$/,
];
