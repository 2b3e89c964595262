import { type Collection, CollectionState } from "@guichet/contract/office/payment-lists.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { collectionFilterIn } from "./collection-filter.ts";
import { ListFile, MethodSelect, OrderLink, PaymentLists } from "./payment-lists.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...collectionFilterIn(query), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listCollections", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Installments and debits that are not collected; by default what is unpaid, the oldest first. */
export default function Collections() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const { state } = collectionFilterIn(query);
  return (
    <QueuePage
      words={{
        title: t("payments.collections"),
        text: t(`payments.collections.text.${state}`),
        none: t(`payments.collections.none.${state}`),
        more: t("payments.more"),
      }}
      filter={
        <>
          <PaymentLists current="payments" />
          <Filter />
        </>
      }
      href={href("payments", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : (
        <>
          <CollectionTable items={items} />
          <ListFile name="paymentsCsv" />
        </>
      )}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const { state, method, subscription } = collectionFilterIn(query);
  return (
    <Form className="search" key={query.toString()}>
      <Select
        label={t("payments.state")}
        name="state"
        defaultValue={state}
        options={CollectionState.options.map((value) => ({ value, label: t(`payments.state.${value}`) }))}
      />
      <MethodSelect method={method} />
      <Select
        label={t("payments.subscription")}
        name="subscription"
        defaultValue={subscription === undefined ? "" : subscription ? "yes" : "no"}
        options={[
          { value: "", label: t("payments.subscription.all") },
          { value: "yes", label: t("payments.subscription.yes") },
          { value: "no", label: t("payments.subscription.no") },
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("payments.filter")}</Button>
    </Form>
  );
}

function CollectionTable({ items }: { items: readonly Collection[] }) {
  const t = useT();
  return (
    <TableFrame label={t("payments.collections")}>
      <thead>
        <tr>
          <th scope="col">{t("payments.order")}</th>
          <th scope="col" className="money">
            {t("payments.amount")}
          </th>
          <th scope="col">{t("payments.day")}</th>
          <th scope="col">{t("payments.problem")}</th>
          <th scope="col">{t("payments.next")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <CollectionRow key={`${item.orderId} ${item.position}`} item={item} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function CollectionRow({ item }: { item: Collection }) {
  const t = useT();
  const formats = useFormats();
  const { orderId, orderNumber, customer, position, count, method, amount, collectedOn, attempts } = item;
  return (
    <tr>
      <th scope="row">
        <OrderLink id={orderId} number={orderNumber} />
        <span className="fine act-note">
          <bdi>{customer ?? t("payments.erased")}</bdi>
        </span>
      </th>
      <td className="money">
        {formats.money(amount)}
        <span className="fine act-note">
          {[
            t(`payments.method.${method}`),
            ...(count > 1
              ? [t("payments.position", { position: formats.number(position), count: formats.number(count) })]
              : []),
          ].join(" · ")}
        </span>
        {item.isSubscription && <span className="fine act-note">{t("payments.subscription.yes")}</span>}
      </td>
      <td>
        {formats.shortDay(collectedOn)}
        {attempts > 0 && <span className="fine act-note">{t("payments.attempts", { count: attempts })}</span>}
      </td>
      <td>
        <Problem item={item} />
      </td>
      <td>
        <NextStep item={item} />
      </td>
    </tr>
  );
}

function Problem({ item: { problem, reasonCode, failedAt } }: { item: Collection }) {
  const t = useT();
  const formats = useFormats();
  if (problem === null) return "–";
  return (
    <>
      {t(`payments.problem.${problem}`)}
      <span className="fine act-note">
        <Joined parts={[reasonCode, failedAt && formats.shortInstant(failedAt)]} />
      </span>
    </>
  );
}

/** What happens next without the staff. */
function NextStep({ item: { state, method, collectedOn, suspendsOn, suspendedAt } }: { item: Collection }) {
  const t = useT();
  const formats = useFormats();
  if (state === "planned") return t(`payments.next.planned.${method}`, { day: formats.shortDay(collectedOn) });
  if (state === "begun") return t(`payments.next.begun.${method}`);
  if (suspendedAt !== null) return t("payments.next.suspended", { at: formats.shortInstant(suspendedAt) });
  if (suspendsOn !== null) return t("payments.next.suspends", { day: formats.shortDay(suspendsOn) });
  return t("payments.next.unpaid");
}
