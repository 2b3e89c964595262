import { AlertIcon, InfoIcon } from "@guichet/ui/icons.tsx";
import { AlertBand } from "@guichet/ui/page/alert-band.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { useState } from "react";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";
import type { GeneralAlert } from "../page/shown-alert.ts";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import { toneOf } from "./alert-words.ts";
import { dismissAlert, useIsDismissed } from "./dismissed-alerts.ts";

// Loaded on demand: only the staff see previews of catalogue drafts.
const PreviewBand = lazyPart(() => import("../preview/preview-band.tsx").then((module) => module.PreviewBand));

/** Below this number of characters an alert fits the line of a phone. */
const lineLength = 26;

/** The alerts below the header of a page: an open preview, the general alert and the network's own (decision 136). */
export function PageAlerts() {
  const t = useT();
  const { alerts, banner, preview } = usePageContext();
  const [wasDismissed, setWasDismissed] = useState(false);
  const dismiss = (key: string) => {
    dismissAlert(key);
    setWasDismissed(true);
    // The button is gone: the reader continues with the content of the page.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <>
      {preview && <PreviewBand preview={preview} />}
      {alerts.general && <General alert={alerts.general} dismiss={dismiss} />}
      {banner && <Banner banner={banner} dismiss={dismiss} />}
      <LiveRegion>{wasDismissed && t("maintenance.alert.dismissed")}</LiveRegion>
    </>
  );
}

/** Level as text and icon, then the message. A critical alert cannot be dismissed. */
function General({ alert, dismiss }: { alert: GeneralAlert; dismiss: (key: string) => void }) {
  const t = useT();
  const { level, html, lang, key } = alert;
  const isDismissed = useIsDismissed(key);
  const isDismissible = level !== "CRITICAL";
  if (isDismissible && isDismissed) return null;
  const tone = toneOf(level);
  const name = t(`maintenance.level.${level}`);
  const general = t("maintenance.general");
  const isLong = name.length + lengthOf(html ?? general) > lineLength;
  return (
    <AlertBand
      label={t("maintenance.alert")}
      tone={tone ?? "plain"}
      icon={tone ? <AlertIcon /> : <InfoIcon />}
      more={isLong ? { id: "alert", label: t("maintenance.alert.more") } : undefined}
      dismiss={
        isDismissible
          ? { alertKey: key, label: t("maintenance.alert.dismiss"), onDismiss: () => dismiss(key) }
          : undefined
      }
    >
      <p>
        <b>{name}</b>
      </p>
      {html === null ? <p>{general}</p> : <Formatted html={html} lang={lang} />}
    </AlertBand>
  );
}

function Banner({ banner, dismiss }: { banner: { html: string; key: string }; dismiss: (key: string) => void }) {
  const t = useT();
  const { html, key } = banner;
  if (useIsDismissed(key)) return null;
  return (
    <AlertBand
      label={t("shell.network-alert")}
      more={lengthOf(html) > lineLength ? { id: "network-alert", label: t("maintenance.alert.more") } : undefined}
      dismiss={{ alertKey: key, label: t("maintenance.alert.dismiss"), onDismiss: () => dismiss(key) }}
    >
      <Formatted html={html} />
    </AlertBand>
  );
}

/** Number of characters of an HTML text without its tags. */
const lengthOf = (html: string): number => html.replace(/<[^>]*>/g, "").trim().length;
