import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { notBuilt } from "./not-built.ts";
import { paths, type RouteName } from "./paths.ts";

/** Which screen stands at which place, by room. */
export const screens: Record<RouteName, string> = {
  home: "catalogue/home.screen.tsx",
  products: "catalogue/products.redirect.ts",
  product: "catalogue/product.screen.tsx",
  account: "accounts/account.screen.tsx",
  travellerNew: "travellers/traveller-new.screen.tsx",
  accountDelete: "accounts/account-delete.screen.tsx",
  identityAdd: "identity/identity-add.screen.tsx",
  identityReplace: "identity/identity-replace.screen.tsx",
  invoices: "orders/invoices.screen.tsx",
  paymentCards: "payments/payment-cards.screen.tsx",
  tacit: "subscriptions/tacit.screen.tsx",
  tacitOne: "subscriptions/tacit-one.screen.tsx",
  transportCards: "cards/transport-cards.screen.tsx",
  cardIncident: "cards/card-incident.screen.tsx",
  wallet: "wallet/wallet.screen.tsx",
  traveller: "travellers/traveller.screen.tsx",
  auth: "identity/auth.screen.tsx",
  login: "identity/login.screen.tsx",
  logout: "identity/logout.screen.tsx",
  register: "identity/register.screen.tsx",
  reset: "identity/reset.screen.tsx",
  finalize: "identity/finalize.screen.tsx",
  authCustom: "identity/custom.screen.tsx",
  fcDeleteIdentity: "identity/fc-delete-identity.screen.tsx",
  fcFinalize: "identity/fc-finalize.screen.tsx",
  authMedia: "identity/media.redirect.ts",
  authMediaRegister: "cards/media-register.screen.tsx",
  authMediaSearch: "cards/media-search.screen.tsx",
  cart: "cart/cart.screen.tsx",
  checkout: "cart/checkout.screen.tsx",
  collect: "cart/collect.screen.tsx",
  inviteLogin: "cart/invite-login.screen.tsx",
  invoiceEmail: "cart/invoice-email.screen.tsx",
  shippingAddress: "cart/shipping-address.screen.tsx",
  documents: "documents/documents.screen.tsx",
  submissions: "documents/submissions.screen.tsx",
  tunnelPassengers: "tunnel/passengers.screen.tsx",
  tunnelMedia: "tunnel/media.screen.tsx",
  tunnelCard: "tunnel/card.screen.tsx",
  tunnelCardProfiles: "tunnel/card-profiles.screen.tsx",
  tunnelCardSelection: "tunnel/card-selection.screen.tsx",
  tunnelCardAssociation: "tunnel/card-association.screen.tsx",
  clear: "shell/clear.screen.tsx",
  deletionSuccess: "accounts/deletion-success.screen.tsx",
  fcAddDocument: "documents/fc-add-document.screen.tsx",
  legalNotices: "terms/legal-notices.screen.tsx",
  maintenance: "maintenance/maintenance.screen.tsx",
  privacyPolicy: "terms/privacy-policy.screen.tsx",
  termsOfUse: "terms/terms-of-use.screen.tsx",
  accessibility: "terms/accessibility.screen.tsx",
  unverifiedAccount: "identity/unverified-account.screen.tsx",
  verifyAccount: "identity/verify-account.screen.tsx",
};

/** Places outside the header, the tab bar and the footer (§2 "Page layouts"). */
const emptyLayout: readonly RouteName[] = ["fcAddDocument", "maintenance", "clear"];

const place = (name: RouteName): RouteConfigEntry =>
  route(paths[name], notBuilt.includes(name) ? "shell/not-built.screen.tsx" : screens[name], { id: name });

const names = Object.keys(screens) as RouteName[];
const routes: RouteConfig = [
  layout(
    "shell/default-layout.tsx",
    names
      .filter((name) => !emptyLayout.includes(name))
      .map(place)
      .concat(route("*", "shell/not-found.screen.tsx")),
  ),
  layout("shell/empty-layout.tsx", emptyLayout.map(place)),
  route("/theme", "shell/theme.action.ts"),
];

export default routes;
