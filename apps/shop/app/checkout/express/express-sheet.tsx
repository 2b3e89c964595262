import { Button } from "@guichet/ui/button.tsx";
import { Dialog } from "@guichet/ui/dialog.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { LoadingTickets } from "@guichet/ui/tickets/loading-ticket.tsx";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { type SheetState, sheetIn } from "../../page/sheet-state.ts";
import { useT } from "../../texts/texts.tsx";
import { orderPath } from "../send-order.ts";
import { ExpressForm } from "./express-form.tsx";
import type { ExpressElsewhere, ExpressOffer } from "./express-offer.server.ts";

/** The sheet that the state of the history entry opens. */
export function ExpressSheet({ state }: { state: unknown }) {
  const sheet = sheetIn(state);
  return sheet ? <OpenSheet key={sheet.key} sheet={sheet} /> : null;
}

/** The purchase of one article as a sheet over the page; Back, Esc and its button close it. */
function OpenSheet({ sheet }: { sheet: SheetState }) {
  const t = useT();
  const navigate = useNavigate();
  const { offer, failed, ask } = useOffer(sheet);
  useFocusReturn();
  const { name, summary } = offer?.item ?? {};
  return (
    <Dialog
      id="express"
      title={name ?? t("checkout.express.title")}
      close={t("checkout.express.close")}
      open
      onClose={() => void navigate(-1)}
    >
      <div className="stack" data-gap="m">
        {summary && <p className="soft">{summary}</p>}
        {offer && <ExpressForm offer={offer} sheetKey={sheet.key} ask={ask} />}
        {!offer && failed && (
          <Notice tone="bad" role="alert">
            <p>{t("checkout.express.failed")}</p>
            <Button type="button" onClick={ask}>
              {t("checkout.retry")}
            </Button>
          </Notice>
        )}
        {!offer && !failed && <LoadingTickets label={t("checkout.express.loading")} />}
      </div>
    </Dialog>
  );
}

/** Loads the offer when the sheet opens and when `ask` is called; leads elsewhere if the customer needs another page first. */
function useOffer({ to }: SheetState) {
  const prefixed = useLanguagePrefix();
  const navigate = useNavigate();
  const [offer, setOffer] = useState<ExpressOffer>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const query = to.slice(to.indexOf("?"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round stands for asking again
  useEffect(() => {
    const asked = new AbortController();
    setFailed(false);
    load(prefixed(`${orderPath}${query}`), asked.signal).then(
      (found) => {
        if (asked.signal.aborted) return;
        if ("to" in found) return void navigate(found.to, { replace: true });
        setOffer(found);
      },
      () => asked.signal.aborted || setFailed(true),
    );
    return () => asked.abort();
  }, [prefixed, navigate, query, round]);
  return { offer, failed, ask: useCallback(() => setRound((before) => before + 1), []) };
}

async function load(url: string, signal: AbortSignal): Promise<ExpressOffer | ExpressElsewhere> {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`The offer answered ${response.status}`);
  return await response.json();
}

/** Returns the focus to the button that opened the sheet, also where Back removed it from the page. */
function useFocusReturn(): void {
  // Read before the dialog's own effect moves the focus into the dialog.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
