import { auditSubjectMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { AuditKind } from "@guichet/contract/office/audit-log.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon, FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { ActTable } from "./act-table.tsx";
import { logFilterIn } from "./log-filter.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...logFilterIn(query), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listAuditLog", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** What the staff did, the newest first. */
export default function AuditLog() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const file = new URLSearchParams(query);
  file.delete("after");
  return (
    <QueuePage
      words={{
        title: t("audit-log.title"),
        text: t("audit-log.text"),
        none: t("audit-log.none"),
        more: t("audit-log.more"),
      }}
      filter={<Filter />}
      href={href("auditLog", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : (
        <>
          <ActTable items={items} />
          <div className="row">
            <LinkButton
              href={`${href("auditLogCsv", { network: id })}?${file}`}
              icon={<DownloadIcon size="s" />}
              download
            >
              {t("audit-log.csv")}
            </LinkButton>
          </div>
        </>
      )}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const { staff } = useLoaderData<typeof loader>();
  const { kind, staffId, subject, from, until } = logFilterIn(query);
  return (
    <Form className="search" key={query.toString()}>
      <Field
        label={t("audit-log.subject")}
        hint={t("audit-log.subject.hint")}
        name="subject"
        type="search"
        defaultValue={subject}
        maxLength={auditSubjectMaxLength}
      />
      <Select
        label={t("audit-log.by")}
        name="staff"
        defaultValue={staffId ?? ""}
        options={[
          { value: "", label: t("audit-log.by.all") },
          ...staff.map((one) => ({ value: one.staffId, label: one.name })),
        ]}
      />
      <Select
        label={t("audit-log.kind")}
        name="kind"
        defaultValue={kind ?? ""}
        options={[
          { value: "", label: t("audit-log.kind.all") },
          ...AuditKind.options.map((value) => ({ value, label: t(`audit-log.kind.${value}`) })),
        ]}
      />
      <Field label={t("audit-log.from")} name="from" type="date" defaultValue={from} />
      <Field label={t("audit-log.until")} name="until" type="date" defaultValue={until} />
      <Button icon={<FilterIcon size="s" />}>{t("audit-log.filter")}</Button>
    </Form>
  );
}
