import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getCounterSale } from "@guichet/contract/office/counter.ts";
import { RequestMoney } from "@guichet/contract/values.ts";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { PrintIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Total } from "@guichet/ui/total.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { Key, useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { blankCardText } from "../transport-cards/blank-card-fields.tsx";
import { HandOverForm, handOver } from "./hand-over-form.tsx";
import { RefundForm } from "./refund-form.tsx";
import { saleRefusalText } from "./sale-refusals.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getCounterSale", { orderId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const orderId = params.id ?? "";
  const form = await request.formData();
  if (form.get("intent") === "hand-over") {
    const failed = await handOver(ctx, network.id, orderId, form);
    return (
      failed ?? redirect(`${href("counterSale", { network: network.id, id: orderId })}?done=handed`, { status: 303 })
    );
  }
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [reason, reference] = [given("reason"), given("reference")];
  const amount = RequestMoney.safeParse({ amount: Number(given("amount")), currency: given("currency") }).data;
  if (reason === "" || amount === undefined) return refused("FIELD_REQUIRED", { reason, reference, details: {} });
  const partIds = form.getAll("part").map(String);
  const parts = partIds.length === 0 ? {} : { partIds };
  const values = { orderId, amount, reason, ...parts, ...(reference === "" ? {} : { reference }) };
  const outcome = await ctx.call("refundCounterSale", values, network.id);
  if (!outcome.ok) return refused(outcome.code, { reason, reference, details: outcome.details ?? {} });
  return redirect(
    `${href("counterSale", { network: network.id, id: orderId })}?done=${partIds.length === 0 ? "refunded" : "parts"}`,
    {
      status: 303,
    },
  );
}

type Sold = ReceivedOf<typeof getCounterSale>;

/** A sale that is made: the change to give, what to print, and its refund. */
export default function CounterSale() {
  const t = useT();
  const network = useNetwork();
  const may = useMay();
  const sold = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeys({ n: "new-sale", r: "receipt" });
  const { sale } = sold;
  const cards = answer && "cards" in answer ? answer.cards : undefined;
  const cardText = cards && blankCardText(t, cards.code, cards.details);
  const refund = answer && "reason" in answer ? answer : undefined;
  const handsOver = sold.cardsToHandOver.length > 0 && may("orders.fulfil");
  return (
    <OfficePage
      title={t("counter.sold.title", { number: sale.number })}
      stamp={sale.refundedAt !== null && <Stamp tone="bad">{t("counter.refunded")}</Stamp>}
      back={{ href: href("counter", { network: network.id }), label: t("counter.back") }}
      flash={<Done />}
      refused={cardText ?? (answer && saleRefusalText(t, answer.code, answer.details))}
    >
      {sale.refundedAt === null && sale.changeAmount !== null && <Change sale={sale} />}
      <div className="row">
        <LinkButton id="new-sale" href={href("counter", { network: network.id })} variant="main">
          {t("counter.new")} <Key>n</Key>
        </LinkButton>
        <LinkButton
          id="receipt"
          href={href("orderDocument", { network: network.id, id: sale.orderId, number: sold.invoiceNumber })}
          icon={<PrintIcon size="s" />}
          target="_blank"
        >
          {t("counter.receipt")} <Key>r</Key>
        </LinkButton>
        {may("orders.read") && (
          <LinkButton href={href("order", { network: network.id, id: sale.orderId })}>{t("counter.order")}</LinkButton>
        )}
      </div>
      {handsOver && <HandOverForm sold={sold} cards={cards} />}
      {sold.toPrepare && !handsOver && <Notice tone="wait">{t("counter.to-prepare")}</Notice>}
      <Split
        aside={
          <Stack>
            <SaleFacts sold={sold} />
            {sold.mayRefund && may("refunds.give") && <RefundForm sold={sold} typed={refund} />}
          </Stack>
        }
      >
        <Tickets sold={sold} />
        <SoldLines sold={sold} />
      </Split>
    </OfficePage>
  );
}

/** The change, in large figures. */
function Change({ sale: { givenAmount, changeAmount } }: Pick<Sold, "sale">) {
  const t = useT();
  const formats = useFormats();
  if (givenAmount === null || changeAmount === null) return null;
  return (
    <Sheet id="change" title={t("counter.change")}>
      <Total label={t("counter.change.give")} amount={formats.money(changeAmount)} />
      <p className="soft">{t("counter.change.of", { given: formats.money(givenAmount) })}</p>
    </Sheet>
  );
}

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = (["sold", "before", "refunded", "parts", "handed"] as const).find((one) => one === query.get("done"));
  return (
    done && (
      <Notice tone={done === "before" ? "wait" : "ok"} role="status">
        {t(`counter.done.${done}`)}
      </Notice>
    )
  );
}

function SaleFacts({ sold: { sale, sentTo } }: { sold: Sold }) {
  const t = useT();
  const formats = useFormats();
  const { method, reference, refundedAt, refundedBy, refundReference } = sale;
  const facts: Fact[] = [
    { term: t("counter.total"), value: formats.money(sale.amount) },
    ...(method === null ? [] : [{ term: t("counter.method"), value: t(`counter.method.${method}`) }]),
    ...(reference === null ? [] : [{ term: t("counter.field.reference"), value: <bdi>{reference}</bdi> }]),
    { term: t("counter.sold-at"), value: formats.shortInstant(sale.soldAt) },
    { term: t("counter.sold-by"), value: <bdi>{sale.soldBy}</bdi> },
    { term: t("counter.field.agencyId"), value: <bdi>{sale.agency}</bdi> },
    { term: t("counter.sent-to"), value: sentTo === null ? t("counter.sent-to.none") : <bdi dir="ltr">{sentTo}</bdi> },
    ...sale.parts.map(({ amount, refundedAt: at, refundedBy: by, reference: slip, creditNoteNumber }) => ({
      term: t("counter.refunded"),
      value: <Joined parts={[formats.money(amount), formats.shortInstant(at), by, slip, creditNoteNumber]} />,
    })),
    ...(refundedAt === null
      ? []
      : [
          {
            term: t("counter.refunded"),
            value: <Joined parts={[formats.shortInstant(refundedAt), refundedBy, refundReference]} />,
          },
        ]),
  ];
  return (
    <Sheet id="facts" title={t("counter.sale")}>
      <Facts facts={facts} wide />
    </Sheet>
  );
}

function SoldLines({ sold: { lines, sale } }: { sold: Sold }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet id="lines" title={t("counter.sold.lines")}>
      <Lines
        lines={lines.map(({ name, quantity, total }, place) => ({
          id: `${place}`,
          name: t("counter.line", { quantity: formats.number(quantity), name }),
          value: <Figures>{formats.money(total)}</Figures>,
        }))}
      />
      <Total label={t("counter.total")} amount={formats.money(sale.amount)} />
    </Sheet>
  );
}

function Tickets({ sold: { tickets, sale } }: { sold: Sold }) {
  const t = useT();
  const network = useNetwork();
  if (tickets.length === 0) return null;
  return (
    <Sheet id="tickets" title={t("counter.tickets")}>
      <ul className="counter-lines">
        {tickets.map(({ ticketId, name, serial, cardDigits, isPrintable }) => (
          <li key={ticketId} className="counter-article-head">
            <p>
              <bdi>{name}</bdi>
              <span className="fine act-note">
                <Figures>{serial}</Figures>
                {cardDigits !== null && ` · ${t("counter.ticket.on-card", { digits: cardDigits })}`}
              </span>
            </p>
            {isPrintable && (
              <LinkButton
                href={href("counterTicket", { network: network.id, id: sale.orderId, ticket: ticketId })}
                icon={<PrintIcon size="s" />}
                target="_blank"
                aria-label={t("counter.ticket.print.which", { serial })}
              >
                {t("counter.ticket.print")}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
