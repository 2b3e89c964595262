import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { ChangeList } from "../shell/change-list.tsx";
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
