import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { actText } from "../audit-log/act-words.ts";
import { ChangeList } from "../shell/change-list.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** What a colleague changed since the page was shown; what was typed stays in the form. */
export function ChangedByOthers({ changes }: { changes: readonly AuditChange[] }) {
  const t = useT();
  return (
    <Notice tone="wait" title={t("agencies.others")}>
      {changes.length > 0 && <ChangeList changes={changes} />}
      <p>{t("agencies.others.text")}</p>
    </Notice>
  );
}

interface HistoryProps {
  history: readonly { act: string; by: string | null; at: string; reason: string | null; changes: AuditChange[] }[];
}

/** Who changed the agency, when, why, and what. */
export function AgencyHistory({ history }: HistoryProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet id="history" title={t("agencies.history")}>
      {history.length === 0 ? (
        <p className="soft">{t("agencies.history.none")}</p>
      ) : (
        <ol className="history">
          {history.map(({ act, by, at, reason, changes }) => (
            <li key={`${at} ${act}`}>
              <span>
                {formats.shortInstant(at)}
                <bdi className="fine act-note">{by ?? t("agencies.command")}</bdi>
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
