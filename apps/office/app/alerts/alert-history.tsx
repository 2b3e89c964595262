import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getAlert } from "@guichet/contract/office/alerts/alerts.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { actText } from "../audit-log/act-words.ts";
import { ChangeList } from "../shell/change-list.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Who published, changed and withdrew an alert, when, why, and what. */
export function AlertHistory({ history }: Pick<ReceivedOf<typeof getAlert>, "history">) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet id="history" title={t("alerts.history")}>
      <ol className="history">
        {history.map(({ act, by, at, reason, changes }) => (
          <li key={`${at} ${act}`}>
            <span>
              {formats.shortInstant(at)}
              <bdi className="fine act-note">{by ?? "–"}</bdi>
            </span>
            <div>
              {actText(t, act)}
              {reason !== null && <q className="act-note">{reason}</q>}
              {changes.length > 0 && (
                <Disclosure summary={t("shell.changes")}>
                  <ChangeList changes={changes} />
                </Disclosure>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
