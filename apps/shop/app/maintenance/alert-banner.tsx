import { AlertIcon, InfoIcon } from "@guichet/ui/icons.tsx";
import { AlertBand } from "@guichet/ui/page/alert-band.tsx";
import type { ShownAlert } from "../page/shown-alert.ts";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import { toneOf } from "./alert-words.ts";

/** Global alert below the header of every page: level as text and icon, then the message. */
export function AlertBanner({ level, html, lang }: ShownAlert) {
  const t = useT();
  const tone = toneOf(level);
  return (
    <AlertBand label={t("maintenance.alert")} tone={tone ?? "plain"} icon={tone ? <AlertIcon /> : <InfoIcon />}>
      <p>
        <b>{t(`maintenance.level.${level}`)}</b>
      </p>
      {html === null ? <p>{t("maintenance.general")}</p> : <Formatted html={html} lang={lang} />}
    </AlertBand>
  );
}
