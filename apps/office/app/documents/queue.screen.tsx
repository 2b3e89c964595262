import { SubmissionStatus } from "@guichet/contract/documents.ts";
import type { QueuedSubmission } from "@guichet/contract/office/documents.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { DecisionFlash } from "./decision-flash.tsx";

const statuses = ["pending", "processing", "to complete", "accepted", "refused", "cancelled"] as const;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const status = SubmissionStatus.safeParse(query.get("status")).data;
  const documentTypeId = /^[\w-]{1,64}$/.exec(query.get("type") ?? "")?.[0];
  const number = query.get("number")?.trim().slice(0, 20);
  const cursor = query.get("after") ?? undefined;
  const values = {
    ...(status === undefined ? {} : { status }),
    ...(documentTypeId === undefined ? {} : { documentTypeId }),
    ...(number ? { number } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const outcome = await ctx.call("officeSubmissions", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** The submissions that wait for an examiner, longest waiting first. */
export default function Queue() {
  const t = useT();
  const { id } = useNetwork();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("documents.title"),
        text: t("documents.text"),
        none: t("documents.none"),
        more: t("documents.more"),
      }}
      flash={<DecisionFlash />}
      filter={<Filter />}
      href={href("documents", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <QueueTable items={items} />}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const { documentTypes } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Form className="search" key={query.toString()}>
      <Select
        label={t("documents.status")}
        name="status"
        defaultValue={query.get("status") ?? ""}
        options={[
          { value: "", label: t("documents.status.waiting") },
          ...statuses.map((status) => ({ value: status, label: t(`documents.status.${status}`) })),
        ]}
      />
      <Select
        label={t("documents.type")}
        name="type"
        defaultValue={query.get("type") ?? ""}
        options={[
          { value: "", label: t("documents.type.all") },
          ...documentTypes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field label={t("documents.number")} name="number" defaultValue={query.get("number") ?? ""} maxLength={20} />
      <Button icon={<FilterIcon size="s" />}>{t("documents.filter")}</Button>
    </Form>
  );
}

function QueueTable({ items }: { items: readonly QueuedSubmission[] }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  return (
    <TableFrame label={t("documents.title")}>
      <thead>
        <tr>
          <th scope="col">{t("documents.request")}</th>
          <th scope="col">{t("documents.traveller")}</th>
          <th scope="col">{t("documents.files")}</th>
          <th scope="col">{t("documents.waits")}</th>
          <th scope="col">{t("documents.answer-by")}</th>
          <th scope="col">{t("documents.status")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.submissionId}>
            <th scope="row">
              <TextLink href={href("submission", { network: network.id, id: item.submissionId })}>
                {item.number}
              </TextLink>
              <br />
              <span className="fine soft">{item.itemName}</span>{" "}
              {item.personChanged && <Stamp>{t("documents.person-changed")}</Stamp>}
            </th>
            <td>
              <bdi>{item.traveller}</bdi>
            </td>
            <td>{formats.list(item.documentTypes)}</td>
            <td>{formats.shortInstant(item.waitingSince)}</td>
            <td>
              {formats.shortDay(item.expectedOn)} {item.isLate && <Stamp tone="bad">{t("documents.late")}</Stamp>}
            </td>
            <td>
              {t(`documents.status.${item.status}`)}
              {item.takenBy !== null && (
                <span className="fine soft act-note">
                  {item.isMine ? t("documents.mine") : t("documents.taken-by", { name: item.takenBy })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
