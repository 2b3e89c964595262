/**
 * Paths that other sites link to: the payment page, identity providers, e-mails. Browsers do not send Strict cookies
 * with such a request, so the server first returns a page that reloads from within the shop (decisions on cookies).
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
  /^\/terminate$/,
  /^\/documents$/,
  /^\/documents\/submissions$/,
];
