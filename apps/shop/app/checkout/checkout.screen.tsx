import { dayIn } from "@guichet/rules/dates/days.ts";
import { Button } from "@guichet/ui/button.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { Steps } from "@guichet/ui/steps.tsx";
import { LoadingTickets } from "@guichet/ui/tickets/loading-ticket.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { useEffect, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { FlagAlert } from "../maintenance/flag-alert.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { type Account, requestContextOf } from "../request-context/request-context.ts";
import { T, useT } from "../texts/texts.tsx";
import { type CheckoutQuote, useCheckoutQuote } from "./checkout-client.ts";
import { type CheckoutStep, stepAt, stepsFor } from "./checkout-guard.ts";
import { DeliveryStep } from "./delivery-step.tsx";
import { DetailsStep } from "./details-step.tsx";
import { PayStep } from "./pay-step.tsx";
import { keptSelection } from "./payment-selection.ts";
import { useCheckoutRedirect } from "./use-checkout-redirect.ts";
import { useReturnFromPayment } from "./use-return-from-payment.ts";

/** Loads the customer, the travellers and the agencies for collection; the cart itself is stored in the browser. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [account, sites] = await Promise.all([ctx.session.account(), ctx.call("collectSites", { sorted: true })]);
  return {
    person: account
      ? {
          name: nameOf(account.user),
          email: emailOf(account.user, ctx.cookies.get("invoiceEmail")),
          isGuest: account.user.authAsGuest,
        }
      : null,
    travellers: [account?.user, ...(account?.profiles ?? [])].flatMap((one) =>
      one ? [{ userId: one.userId, name: nameOf(one) }] : [],
    ),
    sites: sites.ok ? sites.value.sites : [],
    today: dayIn(ctx.now(), ctx.network.timeZone),
    now: ctx.now(),
  };
}

/** The invoice address: a guest entered it in an earlier step. */
const emailOf = (user: Account["user"], said: string | undefined): string =>
  (user.authAsGuest ? said : user.contactEmail) ?? user.userMail ?? "";
const nameOf = (one: { userName: string; userLastname: string }) => `${one.userName} ${one.userLastname}`.trim();

/** The checkout page: delivery, details, payment; carts of phone tickets go straight to payment (§2 "/cart/checkout"). */
export default function Checkout() {
  return useHydrated() ? <CheckoutInBrowser /> : <Loading />;
}

function CheckoutInBrowser() {
  const navigate = useNavigate();
  const cart = useCart();
  const returned = useReturnFromPayment();
  const to = useCheckoutRedirect(returned);
  const { verified, ask } = useCheckoutQuote(cart, to === undefined);
  const isFaulty = verified.state === "verified" && hasErrors(verified.quote);
  const leadsTo = to ?? (isFaulty ? href("cart") : undefined);
  useEffect(() => {
    if (leadsTo !== undefined) navigate(leadsTo, { replace: true });
  }, [leadsTo, navigate]);
  if (verified.state === "failed") return <Failed retry={ask} />;
  if (leadsTo !== undefined || verified.state === "checking") return <Loading />;
  return <OpenCheckout quote={verified.quote} ask={ask} returned={returned} />;
}

function Loading() {
  const t = useT();
  return (
    <Page>
      <Title>{t("checkout.title")}</Title>
      <h1 className="visually-hidden">{t("checkout.title")}</h1>
      <LoadingTickets label={t("checkout.loading")} />
    </Page>
  );
}

const hasErrors = ({ lines, errors, discounts }: CheckoutQuote): boolean =>
  errors.length > 0 || lines.some((line) => line.errors.length > 0) || discounts.some(({ error }) => error !== null);

interface OpenCheckoutProps {
  quote: CheckoutQuote;
  ask: () => void;
  /** The unpaid order that the customer returned from. */
  returned: string | null;
}

function OpenCheckout({ quote, ask, returned }: OpenCheckoutProps) {
  const t = useT();
  const cart = useCart();
  const { person, travellers, sites, today, now } = useLoaderData<typeof loader>();
  const { publicHolidays } = usePageContext().network;
  const [query] = useSearchParams();
  const [email, setEmail] = useState(() => (person?.isGuest && keptSelection()?.email) || (person?.email ?? ""));
  const steps = stepsFor(cart.lines);
  const step = stepAt(query.get("step"), cart, now);
  if (!person) return null;
  const receipt = { cart, quote, travellers, today, now, publicHolidays };
  return (
    <Page>
      <Title>{t(`checkout.step.${step}`)}</Title>
      <FlagAlert flag="ORDER" />
      <CheckoutSteps steps={steps} step={step} />
      {returned !== null && <ReturnedNotice orderId={returned} />}
      {step === "delivery" && <DeliveryStep sites={sites} receipt={receipt} />}
      {step === "details" && <DetailsStep person={person} email={email} setEmail={setEmail} receipt={receipt} />}
      {step === "pay" && (
        <PayStep person={person} email={email} setEmail={setEmail} steps={steps} receipt={receipt} ask={ask} />
      )}
    </Page>
  );
}

function ReturnedNotice({ orderId }: { orderId: string }) {
  const status = <TextLink href={href("cart", undefined, { order: orderId })} />;
  return (
    <Notice tone="wait" role="status">
      <T id="checkout.returned" components={{ status }} />
    </Notice>
  );
}

function CheckoutSteps({ steps, step }: { steps: readonly CheckoutStep[]; step: CheckoutStep }) {
  const t = useT();
  // With a single step, the progress bar starts with the cart; three steps fill the width of a phone.
  const before = steps.length > 1 ? [] : [{ name: t("checkout.step.cart"), href: href("cart") }];
  const own = steps.map((one) => ({
    name: t(`checkout.step.${one}`),
    href: href("checkout", undefined, { step: one }),
  }));
  const stops = [...before, ...own];
  return (
    <Steps
      label={t("checkout.steps")}
      stops={stops}
      current={before.length + steps.indexOf(step)}
      passed={t("checkout.step.passed")}
    />
  );
}

function Failed({ retry }: { retry: () => void }) {
  const t = useT();
  return (
    <Page narrow>
      <Title>{t("checkout.title")}</Title>
      <StateTicket
        ink="bad"
        level={1}
        title={t("checkout.failed.title")}
        actions={
          <Button variant="main" type="button" onClick={retry}>
            {t("checkout.retry")}
          </Button>
        }
      >
        {t("checkout.failed.text")}
      </StateTicket>
    </Page>
  );
}
