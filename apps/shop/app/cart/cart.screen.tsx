import { dayIn } from "@guichet/rules/dates/days.ts";
import { mustCertifyMajority } from "@guichet/rules/permissions.ts";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { ErrorSummary, type FieldError } from "@guichet/ui/forms/error-summary.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Split } from "@guichet/ui/page/page.tsx";
import { LoadingTickets } from "@guichet/ui/tickets/loading-ticket.tsx";
import { Tickets } from "@guichet/ui/tickets/tickets.tsx";
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

type Quote = ReturnType<typeof useCartQuote>;

/** Lazy, because most carts contain no subscription. */
const RenewsItself = lazyPart(() => import("../subscriptions/renews-itself.tsx").then((module) => module.RenewsItself));

/** Loads the current date; the cart itself is stored in the browser. */
export function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  return { today: dayIn(ctx.now(), ctx.network.timeZone) };
}

/** Cart page. The server sends both the empty state and the loading state; the browser shows the right one at the first paint. */
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
  const quote = useCartQuote();
  const submission = useCartSubmission(quote);
  return (
    <Split aside={<CheckoutForm quote={quote} submission={submission} />}>
      <FlagAlert flag="ORDER" />
      <CartProblems quote={quote} submission={submission} />
      <LineTickets quote={quote} />
      <RenewalNotice quote={quote} />
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

interface CartSubmission {
  /** Whether the customer has tried to continue to checkout. */
  tried: boolean;
  faults: readonly CartFault[];
  /** Texts of the faults at the last attempt. */
  summary: readonly FieldError[];
  askMajority: boolean;
  submit: (event: FormEvent) => Promise<void>;
}

/** Submits the cart: continues to checkout, or shows the faults. */
function useCartSubmission({ state: known, last }: Quote): CartSubmission {
  const t = useT();
  const navigate = useNavigate();
  const { network, user } = usePageContext();
  const { today } = useLoaderData<typeof loader>();
  const state = useCart();
  const refusalWords = useRefusalWords();
  const [tried, setTried] = useState(false);
  // Set on submit only: the summary takes the focus, so it must not change while the customer ticks boxes.
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const majority = { birthday: user?.birthday ?? null, today, hideBirthDate: network.specific.hideBirthDate };
  const faults = last === null ? [] : cartFaults(last, state, majority);
  const nameOf = (lineId: string | undefined) => {
    const line = state.lines.find(({ id }) => id === lineId);
    return state.articles.find(({ shopItemId }) => shopItemId === line?.shopItemId)?.name ?? t("cart.line.unnamed");
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (known !== "verified") return;
    setTried(true);
    if (faults.length === 0) return void navigate(href(user === null ? "inviteLogin" : "checkout"));
    const word = await refusalWords();
    const said = ({ at, code, lineId }: CartFault) =>
      at === "line" ? t("cart.line.problem", { name: nameOf(lineId), text: word(code) }) : word(code);
    setSummary(faults.map((fault) => ({ field: fieldOf(fault), message: said(fault) })));
  };
  return { tried, faults, summary, askMajority: mustCertifyMajority(majority), submit };
}

function fieldOf({ at, lineId }: CartFault): string | undefined {
  if (at === "line") return `line-${lineId}`;
  if (at === "voucher") return "voucher-cart";
  return at === "cart" ? undefined : at;
}

/** Receipt with the acceptance checkboxes and the checkout button. */
function CheckoutForm({ quote, submission }: { quote: Quote; submission: CartSubmission }) {
  const { tried, faults, askMajority, submit } = submission;
  const refusal = useRefusalText(tried);
  const error = (at: CartFault["at"]) => {
    const fault = tried ? faults.find((one) => one.at === at) : undefined;
    return fault && refusal(fault.code);
  };
  return (
    <form onSubmit={(event) => void submit(event)} onFocus={refusalsAhead} noValidate>
      <CartReceipt quote={quote}>
        <Acceptance askMajority={askMajority} errors={{ terms: error("terms"), majority: error("majority") }} />
      </CartReceipt>
    </form>
  );
}

/** Errors of the whole cart; each line shows its own errors. */
function CartProblems({ quote: { state: known, last }, submission }: { quote: Quote; submission: CartSubmission }) {
  const t = useT();
  const { tried, faults, summary } = submission;
  const errors = last?.errors ?? [];
  const refusal = useRefusalText(tried || errors.length > 0);
  return (
    <>
      <ErrorSummary title={t("cart.problem")} errors={faults.length === 0 ? [] : [...summary]} />
      {known === "failed" && (
        <Notice tone="bad" title={t("cart.unverified.title")}>
          {t("cart.unverified.text")}
        </Notice>
      )}
      {!tried &&
        errors.map(({ code }) => (
          <Notice key={code} tone="bad" role="status">
            {refusal(code)}
          </Notice>
        ))}
    </>
  );
}

function LineTickets({ quote: { state: known, last } }: { quote: Quote }) {
  const t = useT();
  const { lines, articles } = useCart();
  return (
    <Tickets label={t("cart.title")}>
      {lines.map((line) => (
        <CartLine
          key={line.id}
          line={line}
          article={articles.find(({ shopItemId }) => shopItemId === line.shopItemId)}
          verified={known === "failed" ? undefined : last?.lines.find(({ id }) => id === line.id)}
          travellers={last?.travellers ?? []}
        />
      ))}
    </Tickets>
  );
}

/** Renewal terms of the subscription in the cart, if there is one. */
function RenewalNotice({ quote: { last } }: { quote: Quote }) {
  const { lines, articles } = useCart();
  const articleOf = (shopItemId: string) => articles.find((article) => article.shopItemId === shopItemId);
  const line = lines.find(({ shopItemId }) => articleOf(shopItemId)?.isRenewable);
  const interval = line && articleOf(line.shopItemId)?.renewalInterval;
  if (!interval) return null;
  return <RenewsItself interval={interval} amount={last?.lines.find(({ id }) => id === line.id)?.subtotal ?? null} />;
}
