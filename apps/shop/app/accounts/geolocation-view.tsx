import { geolocationDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { GeolocationConsent } from "./geolocation.server.ts";

/** Form for the consent to validation positions, with the stored positions and their retention (decision 069). Works without script. */
export function GeolocationView({ positions }: { positions: GeolocationConsent }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST";
  const { agreed, count, keptUntil } = positions;
  return (
    <section className="stack" data-gap="m" aria-labelledby="positions">
      <h2 id="positions">{t("accounts.geolocation")}</h2>
      <p>{t("accounts.geolocation.text", { days: formats.number(geolocationDays) })}</p>
      <p>
        <b>{t(agreed ? "accounts.geolocation.on" : "accounts.geolocation.off")}</b>{" "}
        {keptUntil !== null && t("accounts.geolocation.kept", { count, day: formats.dayOf(keptUntil) })}
        {keptUntil === null && agreed && t("accounts.geolocation.none")}
      </p>
      <Form method="post">
        <input type="hidden" name="what" value="positions" />
        <Button big name="agreed" value={agreed ? "no" : "yes"} busy={busy && t("identity.busy")}>
          {t(agreed ? "accounts.geolocation.stop" : "accounts.geolocation.allow")}
        </Button>
      </Form>
    </section>
  );
}
