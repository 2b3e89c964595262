import { generatePath } from "react-router";

/**
 * Addresses of the shop by route name (§2). Each exists without a prefix and under /fr /en /ar /it /es. The prefix is the
 * router's basename, so links built from these paths preserve it.
 */
export const paths = {
  home: "/",
  products: "/products",
  product: "/products/:id",
  account: "/account",
  travellerNew: "/account/new",
  accountDelete: "/account/delete",
  identityAdd: "/account/identity/add",
  identityReplace: "/account/identity/replace",
  invoices: "/account/invoices",
  paymentCards: "/account/payment-cards",
  tacit: "/account/tacit",
  tacitOne: "/account/tacit/:id",
  transportCards: "/account/transport-cards",
  cardIncident: "/account/transport-cards/incident/:id",
  wallet: "/account/wallet",
  traveller: "/account/:id",
  auth: "/auth",
  login: "/auth/login",
  logout: "/auth/logout",
  register: "/auth/register",
  reset: "/auth/reset",
  finalize: "/auth/finalize",
  authCustom: "/auth/custom",
  fcDeleteIdentity: "/auth/fc/delete-identity",
  fcFinalize: "/auth/fc/finalize",
  authMedia: "/auth/media",
  authMediaRegister: "/auth/media/register",
  authMediaSearch: "/auth/media/search",
  cart: "/cart",
  checkout: "/cart/checkout",
  collect: "/cart/collect",
  express: "/cart/express",
  inviteLogin: "/cart/invite-login",
  invoiceEmail: "/cart/invoice-email",
  shippingAddress: "/cart/shipping-address",
  documents: "/documents",
  submissions: "/documents/submissions",
  tunnelPassengers: "/tunnel/passengers",
  tunnelMedia: "/tunnel/media",
  tunnelCard: "/tunnel/card",
  tunnelCardProfiles: "/tunnel/card/profiles",
  tunnelCardSelection: "/tunnel/card/selection",
  tunnelCardAssociation: "/tunnel/card/association",
  clear: "/clear",
  deletionSuccess: "/deletion/success",
  fcAddDocument: "/fc/add-document",
  legalNotices: "/legal-notices",
  maintenance: "/maintenance",
  privacyPolicy: "/privacy-policy",
  terminate: "/terminate",
  termsOfUse: "/terms-of-use",
  accessibility: "/accessibility",
  advice: "/advice",
  unverifiedAccount: "/unverified-account",
  verifyAccount: "/verify-account",
} as const;

export type RouteName = keyof typeof paths;

type ParameterOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterOf<More>
    : Rest
  : never;
type ParametersOf<Name extends RouteName> = ParameterOf<(typeof paths)[Name]>;
type Arguments<Name extends RouteName> = [ParametersOf<Name>] extends [never]
  ? [parameters?: undefined, query?: Query]
  : [parameters: Record<ParametersOf<Name>, string>, query?: Query];
type Query = Readonly<Record<string, string>>;

/** Builds the address of a route for links, forms and redirects; the router adds the language prefix. */
export function href<Name extends RouteName>(name: Name, ...[parameters, query]: Arguments<Name>): string {
  const path = generatePath<string>(paths[name], parameters ?? {});
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
}

/** Addresses of account files, each served by a `*.file.ts`. They are not screens, so the router does not navigate to them. */
export const filePaths = {
  ticketPdf: "/account/wallet/ticket.pdf",
  attestationPdf: "/account/wallet/attestation.pdf",
  offlineShop: "/account/wallet/offline-shop",
  invoicePdf: "/account/invoices/invoice.pdf",
  creditNotePdf: "/account/invoices/credit-note.pdf",
  document: "/documents/sent.file",
  picture: "/account/pictures/picture",
} as const;

/** Addresses that handle account forms and render no page. */
export const accountActions = {
  reactivate: "/account/reactivate",
  export: "/account/export",
  paymentCard: "/account/payment-cards/change",
} as const;

/** Address that returns the proof that a cart line needs, and accepts the customer's answer; it renders no page. */
export const lineProofPath = "/cart/proof";
export const lineProofHref = (item: string, userId: string): string =>
  `${lineProofPath}?${new URLSearchParams({ item, for: userId })}`;

/** Builds the address of a file: of a ticket by `ticket`, of an order by `order`, of a person by `person`, of an upload by `document`. */
export const fileHref = (name: keyof typeof filePaths, query: Query): string =>
  `${filePaths[name]}?${new URLSearchParams(query)}`;

export const isFilePath = (path: string): boolean => /^\/[\w/-]+\.(pdf|file)(?=\?|$)/.test(path);
