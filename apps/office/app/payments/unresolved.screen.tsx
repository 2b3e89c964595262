import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { UnresolvedPayment } from "@guichet/contract/office/payment-lists.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { RefreshIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { type Translate, useT } from "../shell/texts.tsx";
import { OrderLink, PaymentLists } from "./payment-lists.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const cursor = ctx.url.searchParams.get("after") ?? undefined;
  const outcome = await ctx.call("listUnresolvedPayments", cursor === undefined ? {} : { cursor }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const paymentId = `${(await request.formData()).get("paymentId") ?? ""}`;
  const outcome = await ctx.call("checkPaymentNow", { paymentId }, network.id);
  if (!outcome.ok) {
    const { reason = null, providerCode = null } = outcome.details ?? {};
    return refused(outcome.code, { reason, providerCode });
  }
  const done = outcome.value.paymentStatus;
  return redirect(`${href("unresolvedPayments", { network: network.id })}?done=${done}`, { status: 303 });
}

/** Card payments that the provider has not decided although the time to pay is over. */
export default function UnresolvedPayments() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <QueuePage
      words={{
        title: t("payments.unresolved"),
        text: t("payments.unresolved.text"),
        none: t("payments.unresolved.none"),
        more: t("payments.more"),
      }}
      flash={<Done />}
      refused={answer && unansweredText(t, answer)}
      filter={<PaymentLists current="unresolvedPayments" />}
      href={href("unresolvedPayments", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <PaymentTable items={items} />}
    </QueuePage>
  );
}

interface Unanswered {
  code: ErrorCode;
  reason: unknown;
  providerCode: unknown;
}

/** Why the provider did not say how the payment ended, or why nobody asked it. */
function unansweredText(t: Translate, { code, reason, providerCode }: Unanswered): string {
  if (code !== "PAYMENT_UNAVAILABLE") return refusalText(t, code);
  if (reason === "refused") return t("payments.unanswered.refused", { code: `${providerCode ?? "–"}` });
  return t(reason === "unknown" ? "payments.unanswered.unknown" : "payments.unanswered.unreachable");
}

const statuses = ["begun", "open", "captured", "refused", "cancelled", "refunded", "mismatched"] as const;

const tones: Record<(typeof statuses)[number], Tone> = {
  ...{ begun: "wait", open: "wait", captured: "ok", cancelled: "ok", refunded: "ok" },
  ...{ refused: "bad", mismatched: "bad" },
};

/** What the provider said. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const status = statuses.find((one) => one === query.get("done"));
  if (status === undefined) return null;
  return (
    <Notice tone={tones[status]} role="status">
      {t(`payments.checked.${status}`)}
    </Notice>
  );
}

function PaymentTable({ items }: { items: readonly UnresolvedPayment[] }) {
  const t = useT();
  return (
    <TableFrame label={t("payments.unresolved")}>
      <thead>
        <tr>
          <th scope="col">{t("payments.order")}</th>
          <th scope="col" className="money">
            {t("payments.amount")}
          </th>
          <th scope="col">{t("payments.begun")}</th>
          <th scope="col">{t("payments.reference")}</th>
          <th scope="col">{t("payments.next")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <PaymentRow key={item.paymentId} item={item} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function PaymentRow({ item }: { item: UnresolvedPayment }) {
  const t = useT();
  const formats = useFormats();
  const mayCheck = useMay()("payments.settle");
  const { paymentId, orderId, orderNumber, kind, status, amount, account, providerReference, createdAt } = item;
  return (
    <tr>
      <th scope="row">
        <OrderLink id={orderId} number={orderNumber} />
        <span className="fine act-note">{t(`payments.kind.${kind}`)}</span>
      </th>
      <td className="money">{formats.money(amount)}</td>
      <td>
        {formats.shortInstant(createdAt)}
        <span className="fine act-note">{t(`payments.status.${status}`)}</span>
      </td>
      <td className="reference">
        {providerReference === null ? "–" : <Figures>{providerReference}</Figures>}
        <span className="fine act-note">{account}</span>
      </td>
      <td>
        {item.nextCheckAt === null
          ? t("payments.no-check")
          : t("payments.next-check", { at: formats.shortInstant(item.nextCheckAt) })}
        {mayCheck && <CheckForm paymentId={paymentId} />}
      </td>
    </tr>
  );
}

function CheckForm({ paymentId }: { paymentId: string }) {
  const t = useT();
  const { formData } = useNavigation();
  const isBusy = formData?.get("paymentId") === paymentId;
  return (
    <Form method="post" className="pt-1">
      <input type="hidden" name="paymentId" value={paymentId} />
      <Button icon={<RefreshIcon size="s" />} busy={isBusy && t("payments.busy")}>
        {t("payments.check")}
      </Button>
    </Form>
  );
}
