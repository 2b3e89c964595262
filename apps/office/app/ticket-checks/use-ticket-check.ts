import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { useEffect, useState } from "react";
import { href } from "../paths.ts";
import { useNetwork, usePageContext } from "../shell/page-context.tsx";
import type { CheckAnswer } from "./answer-check.ts";
import { readerFiles } from "./barcode/barcode-reader.ts";
import { checkByList, serverTime } from "./offline/check-list.ts";
import { keepCheckPage } from "./offline/kept-page.ts";
import { sendForm } from "./send-form.ts";
import { type ShownCheck, shownCode, shownResult, unknownOffline } from "./shown-check.ts";
import { useCheckList } from "./use-check-list.ts";
import { useReports } from "./use-reports.ts";

/** What the script of the page shows: a result, a refusal, or nothing yet. */
type Shown = { check: ShownCheck } | { code: ErrorCode } | undefined;

/** Ids exist only with HTTPS; without it the server chooses one, and there is no check without a connection. */
const newId = (): string => (isSecureContext ? crypto.randomUUID() : "");

/** Checks tickets by script: by the server, or without a connection by the list in this browser. */
export function useTicketCheck(first: Shown, onResult: (check: ShownCheck) => void) {
  const network = useNetwork();
  const { staff } = usePageContext();
  const of = { network: network.id };
  const { list, latest } = useCheckList(href("ticketCheckList", of));
  const reports = useReports({ path: href("ticketCheckReports", of), network: network.id, staffId: staff.staffId });
  const [shown, setShown] = useState<Shown>(first);
  const [isBusy, setBusy] = useState(false);
  const page = href("ticketCheck", of);
  useEffect(() => void keepCheckPage(page, readerFiles).catch(() => undefined), [page]);

  const show = (check: ShownCheck) => {
    setShown({ check });
    onResult(check);
  };
  const checkOffline = async (text: string, checkId: string) => {
    const made = { checkId, text, checkedAt: serverTime(latest.current) };
    const by = { now: made.checkedAt, network: network.id };
    const checked = await checkByList(latest.current, text, by).catch(() => undefined);
    const names = new Map(latest.current?.products.map(({ productId, name }) => [productId, name]));
    const check = checked ? shownCode(made, checked, (id) => names.get(id) ?? id) : unknownOffline(made);
    const ticketId = checked && "ticket" in checked ? checked.ticket.ticketId : null;
    const otherChecks = reports.repeated(ticketId, made.checkedAt);
    // What is no ticket at all is nothing to report.
    const { outcome, checkedAt } = check;
    if (check.reasons[0] !== "unreadable") reports.add({ checkId, text, checkedAt, outcome, ticketId });
    show({ ...check, otherChecks });
  };
  const send = async (values: Record<string, string>) => {
    setBusy(true);
    const sent = await sendForm<CheckAnswer>(href("ticketCheckResult", of), new URLSearchParams(values));
    setBusy(false);
    if (sent.was !== "answered") return sent.was;
    if ("check" in sent.answer) show(shownResult(sent.answer.check, sent.answer.text));
    else setShown({ code: sent.answer.code });
    void reports.report();
    return sent.was;
  };
  return {
    shown,
    isBusy,
    list,
    reports,
    /** Checks a code or number; without an answer of the server, by the list. */
    async check(typed: string): Promise<void> {
      const text = typed.trim();
      if (text === "") return setShown({ code: "FIELD_REQUIRED" });
      const checkId = newId();
      if ((await send({ text, checkId })) !== "answered") await checkOffline(text, checkId);
    },
    /** Blocks or unblocks the ticket of a result, which needs a connection. */
    async change(what: "block" | "unblock", reason: string, { text, checkId, known }: ShownCheck): Promise<void> {
      const sent = await send({ what, reason, text, checkId, ticketId: known?.ticketId ?? "" });
      if (sent !== "answered") setShown({ code: "UNAVAILABLE" });
    },
  };
}
