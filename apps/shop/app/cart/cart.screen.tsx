import { dayIn } from "@guichet/rules/days.ts";
import { mustCertifyMajority } from "@guichet/rules/permissions.ts";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { ErrorSummary, type FieldError } from "@guichet/ui/error-summary.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { LoadingTickets } from "@guichet/ui/loading-ticket.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Split } from "@guichet/ui/page.tsx";
import { Tickets } from "@guichet/ui/tickets.tsx";
import { type FormEvent, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { FlagAlert } from "../maintenance/flag-alert.tsx";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { T, useT } from "../texts/texts.tsx";
import { refusalsAhead, useRefusalText, useRefusalWords } from "../texts/use-refusal-text.ts";
import { Acceptance } from "./acceptance.tsx";
import { type CartFault, cartFaults } from "./cart-faults.ts";
import { CartLine } from "./cart-line.tsx";
import { CartReceipt } from "./cart-receipt.tsx";
import { useCart } from "./cart-state.ts";
import { useCartQuote } from "./use-cart-quote.ts";
import { VoucherBox } from "./voucher-box.tsx";

/** Most carts hold no subscription. */
const RenewsItself = lazyPart(() => import("../subscriptions/renews-itself.tsx").then((module) => module.RenewsItself));

/** The cart is the browser's; the server tells what day it is. */
export function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  return { today: dayIn(ctx.now(), ctx.network.timeZone) };
}

/** Both what an empty cart says and what waits for a filled one are sent: the browser shows the one that is its own at the first paint. */
export default function CartPage() {
  const t = useT();
  const { lines, articleCount } = useCart();
  const scripted = useHydrated();
  return (
    <Page>
      <Title>{t("cart.title")}</Title>
      <PageHead title={t("cart.title")}>
        {articleCount > 0 ? t("cart.kept", { count: articleCount }) : undefined}
      </PageHead>
      <noscript>
        <Notice title={t("cart.noscript.title")}>{t("cart.noscript.text")}</Notice>
      </noscript>
      <div className="steady">
        {!scripted && (
          <div className="when-filled noscript:hidden">
            <LoadingTickets label={t("cart.loading")} />
          </div>
        )}
        {lines.length === 0 && (
          <div className={scripted ? undefined : "when-empty noscript:hidden"}>
            <EmptyCart />
          </div>
        )}
        {scripted && lines.length > 0 && <FilledCart />}
      </div>
    </Page>
  );
}

function EmptyCart() {
  const t = useT();
  return (
    <EmptyState
      title={t("cart.empty.title")}
      action={
        <LinkButton variant="main" href={href("home")}>
          {t("cart.empty.action")}
        </LinkButton>
      }
    >
      {t("cart.empty.text")}{" "}
      <T id="cart.empty.gift" components={{ link: <TextLink href={href("account", undefined, { edit: "gift" })} /> }} />
    </EmptyState>
  );
}

function FilledCart() {
  const t = useT();
  const navigate = useNavigate();
  const { network, user } = usePageContext();
  const { today } = useLoaderData<typeof loader>();
  const state = useCart();
  const quote = useCartQuote();
  const [asked, setAsked] = useState(false);
  // Written when somebody wants to go on; it takes the focus, so it must not change while boxes are ticked.
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const { state: known, last } = quote;
  const signedIn = user !== null;
  const majority = { birthday: user?.birthday ?? null, today, hideBirthDate: network.specific.hideBirthDate };
  const faults = last === null ? [] : cartFaults(last, state, majority);
  const nameOf = (lineId: string | undefined) => {
    const line = state.lines.find(({ id }) => id === lineId);
    return state.articles.find(({ shopItemId }) => shopItemId === line?.shopItemId)?.name ?? t("cart.line.unnamed");
  };
  const articleOf = (shopItemId: string) => state.articles.find((article) => article.shopItemId === shopItemId);
  const renewing = state.lines.find(({ shopItemId }) => articleOf(shopItemId)?.isRenewable);
  const subscription = renewing && articleOf(renewing.shopItemId);
  const whole = last?.errors ?? [];
  const refusal = useRefusalText(asked || whole.length > 0);
  const refusalWords = useRefusalWords();
  const boxError = (at: CartFault["at"]) => {
    const fault = asked ? faults.find((one) => one.at === at) : undefined;
    return fault && refusal(fault.code);
  };

  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    if (known !== "verified") return;
    setAsked(true);
    if (faults.length === 0) return void navigate(href(signedIn ? "checkout" : "inviteLogin"));
    const word = await refusalWords();
    const said = ({ at, code, lineId }: CartFault) =>
      at === "line" ? t("cart.line.problem", { name: nameOf(lineId), text: word(code) }) : word(code);
    setSummary(faults.map((fault) => ({ field: target(fault), message: said(fault) })));
  };
  const target = ({ at, lineId }: CartFault) => {
    if (at === "line") return `line-${lineId}`;
    if (at === "voucher") return "voucher-cart";
    return at === "cart" ? undefined : at;
  };
  return (
    <Split
      aside={
        <form onSubmit={(event) => void goOn(event)} onFocus={refusalsAhead} noValidate>
          <CartReceipt quote={quote}>
            <Acceptance
              askMajority={mustCertifyMajority(majority)}
              errors={{ terms: boxError("terms"), majority: boxError("majority") }}
            />
          </CartReceipt>
        </form>
      }
    >
      <FlagAlert flag="ORDER" />
      <ErrorSummary title={t("cart.problem")} errors={faults.length === 0 ? [] : [...summary]} />
      {known === "failed" && (
        <Notice tone="bad" title={t("cart.unverified.title")}>
          {t("cart.unverified.text")}
        </Notice>
      )}
      {!asked &&
        whole.map(({ code }) => (
          <Notice key={code} tone="bad" role="status">
            {refusal(code)}
          </Notice>
        ))}
      <Tickets label={t("cart.title")}>
        {state.lines.map((line) => (
          <CartLine
            key={line.id}
            line={line}
            article={state.articles.find(({ shopItemId }) => shopItemId === line.shopItemId)}
            verified={known === "failed" ? undefined : last?.lines.find(({ id }) => id === line.id)}
            travellers={last?.travellers ?? []}
          />
        ))}
      </Tickets>
      {subscription?.renewalInterval && (
        <RenewsItself
          interval={subscription.renewalInterval}
          amount={last?.lines.find(({ id }) => id === renewing?.id)?.subtotal ?? null}
        />
      )}
      <p>
        <LinkButton variant="quiet" href={href("home")} icon={<PlusIcon size="s" />}>
          {t("cart.more-titles")}
        </LinkButton>
      </p>
      <div className="sheet">
        <VoucherBox place="cart" quote={quote} />
      </div>
    </Split>
  );
}
