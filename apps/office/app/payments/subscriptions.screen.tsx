import { Period } from "@guichet/contract/catalogue.ts";
import { type ListedSubscription, SubscriptionListState } from "@guichet/contract/office/subscription-lists.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { ListFile, MethodSelect, OrderLink, PaymentLists } from "./payment-lists.tsx";
import { subscriptionFilterIn } from "./subscription-filter.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...subscriptionFilterIn(query), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("officeSubscriptions", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Subscriptions by state; by default those that renew, the next collection first. */
export default function Subscriptions() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const { state } = subscriptionFilterIn(query);
  return (
    <QueuePage
      words={{
        title: t("payments.subscriptions"),
        text: t(`payments.subscriptions.text.${state}`),
        none: t("payments.subscriptions.none"),
        more: t("payments.more"),
      }}
      filter={
        <>
          <PaymentLists current="paymentSubscriptions" />
          <Filter />
        </>
      }
      href={href("paymentSubscriptions", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : (
        <>
          <SubscriptionTable items={items} state={state} />
          <ListFile name="paymentSubscriptionsCsv" />
        </>
      )}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const { state, method, interval, order } = subscriptionFilterIn(query);
  return (
    <Form className="search" key={query.toString()}>
      <Select
        label={t("payments.state")}
        name="state"
        defaultValue={state}
        options={SubscriptionListState.options.map((value) => ({
          value,
          label: t(`payments.subscriptions.state.${value}`),
        }))}
      />
      <MethodSelect method={method} />
      <Select
        label={t("payments.interval")}
        name="interval"
        defaultValue={interval ?? ""}
        options={[
          { value: "", label: t("payments.interval.all") },
          ...Period.options.map((value) => ({ value, label: t(`payments.interval.${value}`) })),
        ]}
      />
      <Select
        label={t("payments.sorting")}
        name="order"
        defaultValue={order ?? "first"}
        options={[
          { value: "first", label: t("payments.sorting.first") },
          { value: "last", label: t("payments.sorting.last") },
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("payments.filter")}</Button>
    </Form>
  );
}

interface TableProps {
  items: readonly ListedSubscription[];
  state: SubscriptionListState;
}

function SubscriptionTable({ items, state }: TableProps) {
  const t = useT();
  return (
    <TableFrame label={t("payments.subscriptions")}>
      <thead>
        <tr>
          <th scope="col">{t("payments.customer")}</th>
          <th scope="col">{t("payments.subscriptions.one")}</th>
          <th scope="col">{t(`payments.subscriptions.day.${state}`)}</th>
          <th scope="col" className="money">
            {t(state === "unpaid" ? "payments.due" : "payments.amount")}
          </th>
          <th scope="col">{t("payments.order")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <SubscriptionRow key={item.subscriptionId} item={item} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function SubscriptionRow({ item }: { item: ListedSubscription }) {
  const t = useT();
  const formats = useFormats();
  const { traveller, customer, name, interval, method, day, amount, blockReason, endReason, orderId, orderNumber } =
    item;
  const reasons = [
    ...(blockReason === null ? [] : [t(`payments.block.${blockReason}`)]),
    ...(endReason === null ? [] : [t(`payments.end.${endReason}`)]),
  ];
  return (
    <tr>
      <th scope="row">
        <CustomerLink id={item.customerId} name={customer} />
        {traveller !== null && traveller !== customer && (
          <span className="fine act-note">
            <bdi>{traveller}</bdi>
          </span>
        )}
      </th>
      <td>
        {name}
        <span className="fine act-note">
          {[t(`payments.interval.${interval}`), t(`payments.method.${method}`)].join(" · ")}
        </span>
      </td>
      <td>
        {formats.shortDay(day)}
        {reasons.map((reason) => (
          <span key={reason} className="fine act-note">
            {reason}
          </span>
        ))}
      </td>
      <td className="money">{formats.money(amount)}</td>
      <td>
        <OrderLink id={orderId} number={orderNumber} />
      </td>
    </tr>
  );
}

/** The name of a customer, as link to their page for those who may open it. */
function CustomerLink({ id, name }: { id: string; name: string | null }) {
  const t = useT();
  const network = useNetwork();
  const shown = <bdi>{name ?? t("payments.nameless")}</bdi>;
  if (!useMay()("travellers.read")) return shown;
  return <TextLink href={href("customer", { network: network.id, id })}>{shown}</TextLink>;
}
