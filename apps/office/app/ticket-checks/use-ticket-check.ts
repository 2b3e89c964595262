import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { useEffect, useState } from "react";
import { href } from "../paths.ts";
import { useNetwork, usePageContext } from "../shell/page-context.tsx";
import type { CheckAnswer } from "./answer-check.ts";
import { readerFiles } from "./barcode/barcode-reader.ts";
import { checkRuns } from "./check-runs.ts";
import { checkByList } from "./offline/check-list.ts";
import { keepCheckPage } from "./offline/kept-page.ts";
import { sendForm } from "./send-form.ts";
import { type ShownCheck, shownCode, shownResult, unknownOffline, unreadable, withoutClock } from "./shown-check.ts";
import { useCheckList } from "./use-check-list.ts";
import { useReports } from "./use-reports.ts";

/** What the script of the page shows: a result, a refusal, that it checks, or nothing yet. */
type Shown = { check: ShownCheck } | { code: ErrorCode } | { isChecking: true } | undefined;

/** Ids exist only with HTTPS; without it the server chooses one, and there is no check without a connection. */
const newId = (): string => (isSecureContext ? crypto.randomUUID() : "");

/** Checks tickets by script: by the server, or without a connection by the list in this browser. */
export function useTicketCheck(first: Shown, onResult: (check: ShownCheck) => void) {
  const network = useNetwork();
  const { staff } = usePageContext();
  const of = { network: network.id };
  const { list, latest, clock } = useCheckList(href("ticketCheckList", of));
  const reports = useReports({ path: href("ticketCheckReports", of), network: network.id, staffId: staff.staffId });
  const [shown, setShown] = useState<Shown>(first);
  const [isBusy, setBusy] = useState(false);
  const [run] = useState(() => checkRuns(setBusy));
  const page = href("ticketCheck", of);
  useEffect(() => void keepCheckPage(page, readerFiles).catch(() => undefined), [page]);

  const show = (check: ShownCheck) => {
    setShown({ check });
    onResult(check);
  };
  const checkOffline = async (text: string, checkId: string): Promise<ShownCheck> => {
    const { now, isClockWrong } = clock.read(latest.current);
    clock.seen(now);
    const made = { checkId, text, checkedAt: now };
    const checked = await checkByList(latest.current, text, { now, network: network.id }).catch(() => undefined);
    const names = new Map(latest.current?.products.map(({ productId, name }) => [productId, name]));
    const byCode = checked ? shownCode(made, checked, (id) => names.get(id) ?? id) : unknownOffline(made);
    const check = isClockWrong ? withoutClock(byCode) : byCode;
    const ticketId = checked && "ticket" in checked ? checked.ticket.ticketId : null;
    const otherChecks = reports.repeated(ticketId, now);
    // What is no ticket at all is nothing to report.
    if (check.reasons[0] !== "unreadable")
      reports.add({ checkId, text, checkedAt: now, outcome: check.outcome, ticketId });
    return { ...check, otherChecks };
  };
  const send = (values: Record<string, string>) =>
    sendForm<CheckAnswer>(href("ticketCheckResult", of), new URLSearchParams({ staffId: staff.staffId, ...values }));
  const answered = (answer: CheckAnswer) => {
    if ("check" in answer) show(shownResult(answer.check, answer.text));
    else setShown({ code: answer.code });
  };
  return {
    shown,
    isBusy,
    list,
    clock,
    reports,
    /** Checks a code or number; without an answer of the server, by the list. */
    check: (typed: string): Promise<void> =>
      run(async (ifNewest) => {
        const text = typed.trim();
        const checkId = newId();
        if (text === "") return setShown({ code: "FIELD_REQUIRED" });
        // No code of ours is as long; the server would not even record it.
        if (text.length > searchQueryMaxLength)
          return show(unreadable({ checkId, text, checkedAt: clock.read(latest.current).now }));
        // What was shown belongs to somebody else than who stands there now.
        setShown({ isChecking: true });
        const sent = await send({ text, checkId });
        if (sent.was === "other-staff") return location.reload();
        if (sent.was === "answered") {
          if ("check" in sent.answer) clock.seen(sent.answer.check.checkedAt);
          ifNewest(() => answered(sent.answer));
          void reports.report();
          return;
        }
        // Without an id, the check could not be reported later.
        if (checkId === "") return ifNewest(() => setShown({ code: "UNAVAILABLE" }));
        const check = await checkOffline(text, checkId);
        ifNewest(() => show(check));
      }),
    /** Blocks or unblocks the ticket of a result, which needs a connection. */
    change: (what: "block" | "unblock", reason: string, { text, checkId, known }: ShownCheck): Promise<void> =>
      run(async (ifNewest) => {
        const sent = await send({ what, reason, text, checkId, ticketId: known?.ticketId ?? "" });
        if (sent.was === "other-staff") return location.reload();
        ifNewest(() => (sent.was === "answered" ? answered(sent.answer) : setShown({ code: "UNAVAILABLE" })));
      }),
  };
}
