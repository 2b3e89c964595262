import { Button } from "@guichet/ui/button.tsx";
import { AlertIcon, InfoIcon } from "@guichet/ui/icons.tsx";
import { AlertBand } from "@guichet/ui/page/alert-band.tsx";
import { useHref } from "react-router";
import type { ShownPreview } from "../page/shown-preview.ts";
import { T, useT } from "../texts/texts.tsx";

/** On every page while a preview of a catalogue draft is open: what it is, that nothing is sold at its prices, and the way out. */
export function PreviewBand({ preview: { name, ended } }: { preview: ShownPreview }) {
  const t = useT();
  const leave = useHref("/preview/leave");
  return (
    <AlertBand
      label={t("preview.label")}
      tone={ended === undefined ? "wait" : "plain"}
      icon={ended === undefined ? <AlertIcon /> : <InfoIcon />}
    >
      <div className="row" data-ends="">
        <p>
          {ended === undefined ? (
            <T
              id="preview.text"
              values={{ name }}
              components={{ b: <b />, draft: <bdi className="wrap-anywhere" /> }}
            />
          ) : (
            t(`preview.ended.${ended}`)
          )}
        </p>
        {/* Not the router's form: the next page is loaded whole, without anything of the preview. */}
        <form method="post" action={leave}>
          <Button>{t(ended === undefined ? "preview.leave" : "preview.close")}</Button>
        </form>
      </div>
    </AlertBand>
  );
}
