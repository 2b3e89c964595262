import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type { AuditEntry } from "@guichet/contract/office/staff.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { ChangeList } from "../shell/change-list.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { actText } from "./act-words.ts";

interface ActHistoryProps {
  /** The newest first; `changes`: where the log has what was before and after. */
  history: readonly (AuditEntry & { changes?: readonly AuditChange[] })[];
}

/** The latest actions of the staff on one thing: when, who, what, why, and what they changed. */
export function ActHistory({ history }: ActHistoryProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet id="history" title={t("audit-log.history")}>
      {history.length === 0 ? (
        <p className="soft">{t("audit-log.history.none")}</p>
      ) : (
        <ol className="history">
          {history.map(({ act, by, at, reason, changes = [] }) => (
            <li key={`${at} ${act}`}>
              <span>
                {formats.shortInstant(at)}
                <span className="fine act-note">
                  <bdi>{by ?? t("audit-log.command")}</bdi>
                </span>
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
      )}
    </Sheet>
  );
}
