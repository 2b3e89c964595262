import { PreparedSupport, type QueuedPreparation } from "@guichet/contract/office/orders.ts";
import { OrderProcessStatus } from "@guichet/contract/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { PreparationStamp } from "./order-words.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const kind = query.get("kind");
  const support = PreparedSupport.safeParse(kind).data;
  const processStatus = OrderProcessStatus.safeParse(query.get("state")).data;
  const agencyId = /^[\w-]{1,64}$/.exec(query.get("agency") ?? "")?.[0];
  const words = query.get("q")?.trim().slice(0, 100);
  const cursor = query.get("after") ?? undefined;
  const values = {
    ...(support === undefined ? {} : { support }),
    ...(kind === "cards" ? { cards: true } : {}),
    ...(processStatus === undefined ? {} : { processStatus }),
    ...(agencyId === undefined ? {} : { agencyId }),
    ...(words ? { query: words } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const outcome = await ctx.call("officePreparations", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** The orders to prepare or hand over, most urgent first. */
export default function Queue() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  useKeys({ "/": "q" });
  return (
    <QueuePage
      words={{
        title: t("orders.title"),
        text: t("orders.text"),
        none: t("orders.none"),
        more: t("orders.more"),
      }}
      filter={<Filter />}
      href={href("orders", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <QueueTable items={items} />}
    </QueuePage>
  );
}

const kinds = ["cards", "SHIPPING", "COLLECT", "PHYSICAL"] as const;
const states = ["TO_PROCESS", "PROCESSING", "PROCESSED"] as const;

function Filter() {
  const t = useT();
  const { agencies } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Form className="search" key={query.toString()}>
      <Field label={t("orders.find")} name="q" type="search" defaultValue={query.get("q") ?? ""} maxLength={100} />
      <Select
        label={t("orders.kind")}
        name="kind"
        defaultValue={query.get("kind") ?? ""}
        options={[
          { value: "", label: t("orders.kind.all") },
          ...kinds.map((kind) => ({ value: kind, label: t(`orders.kind.${kind}`) })),
        ]}
      />
      {agencies.length > 0 && (
        <Select
          label={t("orders.agency")}
          name="agency"
          defaultValue={query.get("agency") ?? ""}
          options={[
            { value: "", label: t("orders.agency.all") },
            ...agencies.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
      <Select
        label={t("orders.state")}
        name="state"
        defaultValue={query.get("state") ?? ""}
        options={[
          { value: "", label: t("orders.state.waiting") },
          ...states.map((state) => ({ value: state, label: t(`orders.state.${state}`) })),
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("orders.filter")}</Button>
    </Form>
  );
}

function QueueTable({ items }: { items: readonly QueuedPreparation[] }) {
  const t = useT();
  return (
    <TableFrame label={t("orders.title")}>
      <thead>
        <tr>
          <th scope="col">{t("orders.order")}</th>
          <th scope="col">{t("orders.contents")}</th>
          <th scope="col">{t("orders.way")}</th>
          <th scope="col">{t("orders.paid")}</th>
          <th scope="col">{t("orders.due")}</th>
          <th scope="col">{t("orders.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <QueueRow key={`${item.orderId} ${item.support}`} item={item} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function QueueRow({ item }: { item: QueuedPreparation }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { support, processStatus, cardCount, collect, dueOn } = item;
  const cards = processStatus === "TO_PROCESS" ? "orders.cards.count" : "orders.cards.made";
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("order", { network: network.id, id: item.orderId })}>
          <Figures>{item.orderNumber}</Figures>
        </TextLink>
        <span className="fine act-note">
          <bdi>{item.customer}</bdi>
        </span>
      </th>
      <td>
        {formats.list(
          item.lines.map(({ name, quantity }) =>
            quantity === 1 ? name : t("orders.line", { quantity: formats.number(quantity), name }),
          ),
        )}
        {cardCount > 0 && <span className="fine act-note">{t(cards, { count: cardCount })}</span>}
      </td>
      <td>
        {t(`orders.way.${support}`)}
        {collect !== null && <span className="fine act-note">{collect.label}</span>}
      </td>
      <td>{formats.shortInstant(item.paidAt)}</td>
      <td>
        {collect !== null ? formats.shortInstant(collect.startsAt) : dueOn === null ? "–" : formats.shortDay(dueOn)}{" "}
        {item.isLate && <Stamp tone="bad">{t("orders.late")}</Stamp>}
      </td>
      <td>
        <PreparationStamp preparation={item} />
        {item.begunBy !== null && <span className="fine act-note">{t("orders.begun-by", { name: item.begunBy })}</span>}
      </td>
    </tr>
  );
}
