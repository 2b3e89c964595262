import { type QueuedTermination, TerminationRequestState } from "@guichet/contract/office/terminations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { TerminationFlash } from "./termination-flash.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = TerminationRequestState.safeParse(query.get("state")).data;
  const cursor = query.get("after") ?? undefined;
  const values = { ...(state === undefined ? {} : { state }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("officeTerminations", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** The terminations that were notified without a sign-in; by default those that wait for a decision, oldest first. */
export default function Queue() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("terminations.title"),
        text: t("terminations.text"),
        none: t("terminations.none"),
        more: t("terminations.more"),
      }}
      flash={<TerminationFlash />}
      filter={<Filter />}
      href={href("terminations", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <QueueTable items={items} />}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  return (
    <Form className="search" key={query.toString()}>
      <Select
        label={t("terminations.state")}
        name="state"
        defaultValue={query.get("state") ?? "OPEN"}
        options={TerminationRequestState.options.map((state) => ({
          value: state,
          label: t(`terminations.state.${state}`),
        }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("terminations.filter")}</Button>
    </Form>
  );
}

function QueueTable({ items }: { items: readonly QueuedTermination[] }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  return (
    <TableFrame label={t("terminations.title")}>
      <thead>
        <tr>
          <th scope="col">{t("terminations.reference")}</th>
          <th scope="col">{t("terminations.sender")}</th>
          <th scope="col">{t("terminations.contract")}</th>
          <th scope="col">{t("terminations.received")}</th>
          <th scope="col">{t("terminations.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ requestId, reference, sender, contract, requestedAt, state }) => (
          <tr key={requestId}>
            <th scope="row">
              <TextLink href={href("termination", { network: network.id, id: requestId })}>
                <Figures>{reference}</Figures>
              </TextLink>
            </th>
            <td>
              <bdi>{sender}</bdi>
            </td>
            <td>
              <bdi>{contract}</bdi>
            </td>
            <td>{formats.shortInstant(requestedAt)}</td>
            <td>{t(`terminations.state.${state}`)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
