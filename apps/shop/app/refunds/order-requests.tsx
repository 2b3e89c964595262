import type { RefundRequest } from "@guichet/contract/refund-requests.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import { EvidenceFile, fileRefusalText } from "./evidence.tsx";

/** What the page of an order shows of its refund requests with evidence. */
export interface OrderRequestsView {
  requests: readonly RefundRequest[];
  /** What was just done with one: `sent`, `added`, `withdrawn`. */
  done: string | null;
  /** Why a file or a withdrawal was refused. */
  unsent: string | null;
}

const outcomes = ["sent", "added", "withdrawn"] as const;

/** The refund requests of an order with their state; an open one can be completed or withdrawn. */
export function OrderRequests({ view: { requests, done, unsent } }: { view: OrderRequestsView }) {
  const t = useT();
  const outcome = outcomes.find((one) => one === done);
  if (requests.length === 0) return null;
  return (
    <>
      {outcome !== undefined && <Notice tone="ok" role="status" title={t(`refunds.request.done.${outcome}`)} />}
      {unsent !== null && <Notice tone="bad" role="alert" title={fileRefusalText(t, unsent)} />}
      <Sheet id="refund-requests" title={t("refunds.requests")}>
        <ul className="stack">
          {requests.map((request) => (
            <li key={request.requestId} className="stack" data-gap="m">
              <OneRequest request={request} />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}

function OneRequest({ request }: { request: RefundRequest }) {
  const t = useT();
  const formats = useFormats();
  const { ticketName, serial, reasonName, state, requestedAt, refund, files, remark } = request;
  return (
    <>
      <p>
        <b>{reasonName}</b>
        <span className="line-note">
          <Joined parts={[ticketName, t("refunds.serial", { serial })]} />
        </span>
        <span className="line-note">{t("refunds.request.made", { day: formats.dayOf(requestedAt) })}</span>
      </p>
      <p>{t(`refunds.request.state.${state}`, { day: formats.shortDay(request.expectedOn) })}</p>
      {refund !== null && (
        <p>
          {t(state === "pending" ? "refunds.request.would-give" : "refunds.refund")}{" "}
          <Figures>{formats.money(refund)}</Figures>
        </p>
      )}
      {remark !== null && <p>{t("refunds.request.remark", { remark })}</p>}
      {files.length > 0 && (
        <p className="soft">
          {t("refunds.request.files")} <bdi>{formats.list([...files])}</bdi>
        </p>
      )}
      {state === "pending" && <OpenRequest request={request} />}
    </>
  );
}

function OpenRequest({ request: { requestId, mayAddFiles } }: { request: RefundRequest }) {
  const t = useT();
  const { formMethod, formData } = useNavigation();
  const isBusy = formMethod === "POST" && formData?.get("request") === requestId;
  const busy = isBusy && t("refunds.request.sending");
  return (
    <div className="no-print stack" data-gap="m">
      {mayAddFiles && (
        <Disclosure summary={t("refunds.request.add")}>
          <Form method="post" encType="multipart/form-data" className="stack" data-gap="m">
            <input type="hidden" name="what" value="add-evidence" />
            <input type="hidden" name="request" value={requestId} />
            <EvidenceFile id={`evidence-${requestId}`} label={t("refunds.request.file")} />
            <Button variant="main" busy={busy}>
              {t("refunds.request.add.send")}
            </Button>
          </Form>
        </Disclosure>
      )}
      <Form method="post">
        <input type="hidden" name="what" value="withdraw-request" />
        <input type="hidden" name="request" value={requestId} />
        <Button variant="quiet" busy={busy}>
          {t("refunds.request.withdraw")}
        </Button>
      </Form>
    </div>
  );
}
