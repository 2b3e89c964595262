import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { addressSearchPath } from "./addresses/address-search.ts";
import { accountActions, filePaths, lineProofPath, paths, type RouteName } from "./paths.ts";
import { screens } from "./screens.ts";

/** Routes without header, tab bar and footer (§2 "Page layouts"). */
const emptyLayout: readonly RouteName[] = ["fcAddDocument", "maintenance", "clear"];

const screenRoute = (name: RouteName): RouteConfigEntry => route(paths[name], screens[name], { id: name });

/**
 * Shared route of `filePaths.ticketPdf`, `.attestationPdf` and the offline page. Every route adds to the size of every page, so
 * one serves all three.
 */
const walletFile = `${paths.wallet}/:file`;

/** Route of the cart, which is also the return address of the payment page. */
const cartRoute = layout("checkout/payment-result/payment-result.layout.tsx", [screenRoute("cart")]);

const names = Object.keys(screens) as RouteName[];
const routes: RouteConfig = [
  layout(
    "layout/default-layout.tsx",
    names
      .filter((name) => !emptyLayout.includes(name))
      .map((name) => (name === "cart" ? cartRoute : screenRoute(name)))
      .concat(route("*", "layout/not-found.screen.tsx")),
  ),
  layout("layout/empty-layout.tsx", emptyLayout.map(screenRoute)),
  route("/theme", "layout/theme.action.ts"),
  route(accountActions.reactivate, "accounts/reactivate.action.ts"),
  route(accountActions.paymentCard, "payments/payment-card.action.ts"),
  route(accountActions.export, "accounts/export.action.ts"),
  route("/cart/payment", "checkout/payment-result/payment.action.ts"),
  route("/cart/checkout/verify", "checkout/checkout-quote.action.ts"),
  route("/cart/checkout/order", "checkout/place-order.action.ts"),
  route(walletFile, "wallet/wallet-files.file.ts"),
  route(filePaths.document, "documents/uploaded-document.file.ts"),
  route(filePaths.picture, "travellers/picture.file.ts"),
  route(filePaths.invoicePdf, "orders/invoice-pdf.file.ts"),
  route(filePaths.creditNotePdf, "orders/credit-note-pdf.file.ts"),
  route("/cart/verify", "cart/quote.action.ts"),
  route(lineProofPath, "documents/line-proof.action.ts"),
  route(addressSearchPath, "addresses/address-search.action.ts"),
  route("/products/:id/journey", "catalogue/journey.action.ts"),
  route("/products/:id/slots", "catalogue/slots.action.ts"),
];

export default routes;
