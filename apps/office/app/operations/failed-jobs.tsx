import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { FailedJob, getOperations } from "@guichet/contract/office/operations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { useKindText } from "./kind-text.ts";

/** The form that was refused last, with its reason as it was typed. */
type Before = { jobId: string; reason: string } | null;

interface FailedJobsProps {
  state: ReceivedOf<typeof getOperations>;
  jobs: { items: readonly FailedJob[]; nextCursor?: string | undefined };
  kind: string | null;
  failing: boolean;
  before: Before;
}

/** Jobs and e-mails that were given up, each with what can be done; or those that fail and are tried again by themselves. */
export function FailedJobs({ state, jobs, kind, failing, before }: FailedJobsProps) {
  const t = useT();
  const network = useNetwork();
  const kindText = useKindText();
  const { items, nextCursor } = jobs;
  const counted = state.givenUp.find((one) => one.kind === kind);
  const next = new URLSearchParams({
    ...(kind === null ? {} : { kind }),
    ...(failing ? { show: "failing" } : {}),
    after: nextCursor ?? "",
  });
  return (
    <section>
      <Stack>
        <h2>{t("operations.failed")}</h2>
        <Filter givenUp={state.givenUp} failingCount={state.failing} kind={kind} failing={failing} />
        {counted !== undefined && !failing && (
          <Form method="post" className="row">
            <input type="hidden" name="what" value="retry-kind" />
            <input type="hidden" name="kind" value={counted.kind} />
            <Button>{t("operations.retry.kind", { count: counted.count, kind: kindText(counted.kind) })}</Button>
          </Form>
        )}
        {items.length === 0 ? (
          <Notice tone="ok">{t(failing ? "operations.none.failing" : "operations.none")}</Notice>
        ) : (
          <JobTable items={items} before={before} />
        )}
        {nextCursor !== undefined && (
          <LinkButton href={`${href("operations", { network: network.id })}?${next}`}>
            {t("operations.more")}
          </LinkButton>
        )}
      </Stack>
    </section>
  );
}

interface FilterProps {
  givenUp: FailedJobsProps["state"]["givenUp"];
  failingCount: number;
  kind: string | null;
  failing: boolean;
}

function Filter({ givenUp, failingCount, kind, failing }: FilterProps) {
  const t = useT();
  const formats = useFormats();
  const kindText = useKindText();
  return (
    <Form className="search" key={`${kind} ${failing}`}>
      <Select
        label={t("operations.show")}
        name="show"
        defaultValue={failing ? "failing" : "given-up"}
        options={[
          { value: "given-up", label: t("operations.show.given-up") },
          { value: "failing", label: t("operations.show.failing", { count: formats.number(failingCount) }) },
        ]}
      />
      <Select
        label={t("operations.kind")}
        name="kind"
        defaultValue={kind ?? ""}
        options={[
          { value: "", label: t("operations.kind.all") },
          ...givenUp.map((one) => ({
            value: one.kind,
            label: t("operations.kind.count", { kind: kindText(one.kind), count: formats.number(one.count) }),
          })),
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("operations.filter")}</Button>
    </Form>
  );
}

function JobTable({ items, before }: { items: readonly FailedJob[]; before: Before }) {
  const t = useT();
  return (
    <TableFrame label={t("operations.failed")}>
      <thead>
        <tr>
          <th scope="col">{t("operations.what")}</th>
          <th scope="col">{t("operations.about")}</th>
          <th scope="col">{t("operations.reason")}</th>
          <th scope="col">{t("operations.since")}</th>
          <th scope="col">{t("operations.actions")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((job) => (
          <JobRow key={job.jobId} job={job} before={before?.jobId === job.jobId ? before : null} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function JobRow({ job, before }: { job: FailedJob; before: Before }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const kindText = useKindText();
  const { kind, template, recipient, orderId, orderNumber, lastError, attempts, givenUpAt, nextTryAt } = job;
  return (
    <tr>
      <th scope="row">
        {kindText(kind)}
        {template !== null && <span className="fine act-note">{template}</span>}
        {job.isInstallationWide && <span className="fine act-note">{t("operations.installation-wide")}</span>}
      </th>
      <td>
        {orderId !== null && orderNumber !== null && (
          <TextLink href={href("order", { network: network.id, id: orderId })}>
            <Figures>{orderNumber}</Figures>
          </TextLink>
        )}
        {recipient !== null && (
          <span className="act-note">
            <bdi dir="ltr">{recipient}</bdi>
          </span>
        )}
        {orderId === null && recipient === null && "–"}
      </td>
      <td className="reference">
        <bdi dir="ltr">{lastError ?? "–"}</bdi>
        <span className="fine act-note">{t("operations.attempts", { count: attempts })}</span>
      </td>
      <td>
        {givenUpAt !== null && formats.shortInstant(givenUpAt)}
        {nextTryAt !== null && t("operations.next-try", { at: formats.shortInstant(nextTryAt) })}
      </td>
      <td>{givenUpAt !== null && <JobActions job={job} before={before} />}</td>
    </tr>
  );
}

/** Tries a given-up job again, or drops it with a reason; why it cannot be dropped. */
function JobActions({ job: { jobId, dropRefusal }, before }: { job: FailedJob; before: Before }) {
  const t = useT();
  return (
    <Stack gap="m">
      <Form method="post">
        <input type="hidden" name="what" value="retry" />
        <input type="hidden" name="jobId" value={jobId} />
        <Button>{t("operations.retry")}</Button>
      </Form>
      {dropRefusal === null ? (
        <Disclosure summary={t("operations.drop")} open={before !== null}>
          <Form method="post">
            <input type="hidden" name="what" value="drop" />
            <input type="hidden" name="jobId" value={jobId} />
            <Stack gap="m">
              <TextArea
                id={`drop-${jobId}`}
                name="reason"
                label={t("operations.drop.reason")}
                hint={t("operations.drop.hint")}
                defaultValue={before?.reason}
                rows={2}
                maxLength={auditReasonMaxLength}
                required
              />
              <Button variant="danger">{t("operations.drop.do")}</Button>
            </Stack>
          </Form>
        </Disclosure>
      ) : (
        <span className="fine soft">{t(`operations.undroppable.${dropRefusal}`)}</span>
      )}
    </Stack>
  );
}
