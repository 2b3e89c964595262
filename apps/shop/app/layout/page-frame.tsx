import { BasketIcon, DocumentIcon, PassIcon, ReceiptIcon, TicketIcon } from "@guichet/ui/icons.tsx";
import { Footer } from "@guichet/ui/page/footer.tsx";
import { Header } from "@guichet/ui/page/header.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { SkipLink } from "@guichet/ui/page/skip-link.tsx";
import { TabBar } from "@guichet/ui/page/tab-bar.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useRevalidator, useRouteLoaderData } from "react-router";
import { cart, useCart } from "../cart/cart-state.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href, paths, type RouteName } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { AccountTool, CartTool, LanguageMenu, ThemeMenu } from "./header-tools.tsx";
import { Languages } from "./language-links.tsx";

const CardSession = lazyPart(() => import("./card-session.tsx").then((module) => module.CardSession));
// Loaded on demand because few users see it.
const RidePill = lazyPart(
  () => import("./ride-pill.tsx").then((module) => module.RidePill),
  () => null,
);
const DeletionPending = lazyPart(() => import("./deletion-pending.tsx").then((module) => module.DeletionPending));
const SessionExpired = lazyPart(() => import("./session-expired.tsx").then((module) => module.SessionExpired));
const PageAlerts = lazyPart(() => import("../maintenance/page-alerts.tsx").then((module) => module.PageAlerts));

const OfflinePageCopy = lazyPart(
  () => import("../wallet/offline/offline-copy.tsx").then((module) => module.OfflinePageCopy),
  () => null,
);
const ExpressSheet = lazyPart(() =>
  import("../checkout/express/express-sheet.tsx").then((module) => module.ExpressSheet),
);

const QuoteChanges = lazyPart(
  () => import("../cart/quote-changes.tsx").then((module) => module.QuoteChanges),
  () => null,
);

/** Checkout routes, which show no navigation outside the header. */
const checkout: readonly RouteName[] = [
  "checkout",
  "collect",
  "express",
  "inviteLogin",
  "invoiceEmail",
  "shippingAddress",
];

/** Header, alerts (none while the customer pays), tab bar and footer around a screen; none of them around a ticket that fills the screen. */
export function PageFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const page = usePageContext();
  const { pathname, search, state } = useLocation();
  const { network, user, ride, banner, alerts, expired, preview } = page;
  const [endedHere, setEndedHere] = useState(expired);
  if (expired && !endedHere) setEndedHere(true);
  const holderId = user && !user.isGuest ? user.userId : undefined;
  const { revalidate } = useRevalidator();
  useEffect(() => cart.claim(holderId), [holderId]);
  useEffect(() => cart.whenOtherAccount(() => void revalidate()), [revalidate]);
  const isPresenting = useRouteLoaderData<{ view?: unknown }>("wallet")?.view === "present";
  if (isPresenting) {
    return (
      <div className="shell">
        {endedHere && <SessionExpired />}
        {children}
      </div>
    );
  }
  const inCheckout = checkout.some((name) => paths[name] === pathname);
  const isPaying = inCheckout || (pathname === paths.cart && new URLSearchParams(search).has("order"));
  const hasAlert = alerts.general !== undefined || banner !== null || preview !== undefined;
  const nav = [
    { href: href("home"), label: t("shell.shop"), current: pathname === "/" },
    ...(user?.isGuest
      ? [{ href: href("invoices"), label: t("shell.receipts"), current: pathname === paths.invoices }]
      : []),
    ...(user && !user.isGuest
      ? [
          { href: href("wallet"), label: t("shell.tickets"), current: pathname === paths.wallet },
          { href: href("documents"), label: t("shell.documents"), current: pathname.startsWith(paths.documents) },
        ]
      : []),
  ];
  return (
    <div className="shell">
      <SkipLink label={t("shell.skip")} />
      <Languages />
      <Header
        brand={{ href: href("home"), name: network.name, logo: <img src={network.logoUrl} alt="" /> }}
        label={t("shell.navigation")}
        nav={nav}
      >
        {ride && <RidePill ride={ride} />}
        <LanguageMenu />
        <ThemeMenu />
        <AccountTool />
        <CartTool />
      </Header>
      <div aria-live="polite" className={state?.sheet ? "invisible" : undefined}>
        {hasAlert && !isPaying && <PageAlerts />}
      </div>
      {user?.cardDigits && <CardSession />}
      {endedHere && <SessionExpired />}
      {user?.erasesAt && <DeletionPending />}
      {children}
      <PageFooter />
      {!inCheckout && <Tabs pathname={pathname} />}
      <CartAnnouncement />
      <OfflinePageCopy />
      <ChangedCart />
      {state?.sheet && <ExpressSheet state={state} />}
    </div>
  );
}

function PageFooter() {
  const t = useT();
  const { network } = usePageContext();
  const links = [
    { href: href("terminate"), label: t("shell.terminate") },
    { href: href("termsOfUse"), label: t("shell.terms") },
    { href: href("privacyPolicy"), label: t("shell.privacy") },
    { href: href("legalNotices"), label: t("shell.legal") },
    { href: href("accessibility"), label: t(`shell.accessibility.${network.accessibility}`) },
    { href: `mailto:${network.contact.email}`, label: t("shell.contact") },
  ];
  return <Footer links={links} />;
}

function Tabs({ pathname }: { pathname: string }) {
  const t = useT();
  const { user } = usePageContext();
  const { articleCount } = useCart();
  // Link to the wallet for those who can hold tickets; visitors and guests get the link to receipts.
  const own =
    user && !user.isGuest
      ? [
          { href: href("wallet"), label: t("shell.tickets"), icon: <PassIcon />, root: paths.wallet },
          { href: href("documents"), label: t("shell.documents"), icon: <DocumentIcon />, root: paths.documents },
        ]
      : [{ href: href("invoices"), label: t("shell.receipts"), icon: <ReceiptIcon />, root: paths.invoices }];
  const count = { value: articleCount, label: t("shell.cart.count", { count: articleCount }) };
  return (
    <TabBar
      label={t("shell.tabs")}
      tabs={[
        { href: href("home"), label: t("shell.shop"), icon: <TicketIcon />, current: pathname === "/" },
        { href: href("cart"), label: t("shell.cart"), icon: <BasketIcon />, current: pathname === "/cart", count },
        ...own.map(({ root, ...tab }) => ({ ...tab, current: pathname.startsWith(root) })),
      ]}
    />
  );
}

function ChangedCart() {
  return useCart().touched ? <QuoteChanges /> : null;
}

/** Announces the number of articles to screen readers when it changes. */
function CartAnnouncement() {
  const t = useT();
  const { articleCount, touched } = useCart();
  return <LiveRegion>{touched ? t("shell.cart.count", { count: articleCount }) : null}</LiveRegion>;
}
