import type { AlertFlag } from "@guichet/contract/maintenance.ts";
import { closesOrdering } from "@guichet/rules/maintenance.ts";
import { AlertIcon, InfoIcon } from "@guichet/ui/icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import type { ShownAlert } from "../page/shown-alert.ts";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import { toneOf } from "./alert-words.ts";

/** Alert shown where it applies: ordering alerts in cart and checkout, validation alerts in the wallet. */
export function AlertNotice({ flag, alert }: { flag: AlertFlag; alert: ShownAlert }) {
  const t = useT();
  const { level, html, lang } = alert;
  const tone = toneOf(level);
  const closed = flag === "ORDER" && closesOrdering(alert);
  const said = flag === "ORDER" ? "maintenance.order" : "maintenance.validation";
  return (
    <Notice
      {...(tone ? { tone } : {})}
      icon={tone ? <AlertIcon /> : <InfoIcon />}
      title={closed ? t("maintenance.closed-ordering.title") : t(`maintenance.level.${level}`)}
      role="status"
    >
      {html !== null && <Formatted html={html} lang={lang} />}
      {closed && <p>{t("maintenance.closed-ordering.text")}</p>}
      {html === null && !closed && <p>{t(said)}</p>}
    </Notice>
  );
}
