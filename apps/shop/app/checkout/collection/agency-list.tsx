import type { CollectSite } from "@guichet/contract/networks.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { AgencyIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { openingWords } from "@guichet/web/opening-hours.ts";
import { type FormEvent, useState } from "react";
import { AddressLine } from "../../addresses/address-line.tsx";
import { useFrame } from "../../page/frame.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { byDistance, distanceWords, type Point, placeNamed } from "./distance.ts";

type SearchedPlace = { from: Point | null; said: "sorted" | "unknown" | "refused" | null };

/** List of agencies with opening hours, sorted by distance if the customer gives a location. */
export function AgencyList({ sites }: { sites: readonly CollectSite[] }) {
  const t = useT();
  const { language } = useFrame();
  const hydrated = useHydrated();
  const [{ from, said }, setSought] = useState<SearchedPlace>({ from: null, said: null });
  const isPlaced = sites.filter(({ latitude }) => latitude !== null).length > 1;
  return (
    <>
      {hydrated && isPlaced && <PlaceForm sites={sites} said={said} seek={setSought} />}
      <LiveRegion visible>
        {said === "sorted" && <p className="small">{t("checkout.collect.near.sorted")}</p>}
      </LiveRegion>
      <Sheet list>
        {byDistance(sites, from).map(({ site, distanceKm }) => (
          <Item
            key={site.siteId}
            href={href("collect", undefined, { site: site.siteId })}
            icon={<AgencyIcon />}
            name={<bdi>{site.label}</bdi>}
            note={
              <>
                {distanceKm !== null && distanceKm >= worthSayingKm && (
                  <>
                    <span className="font-semibold">{distanceWords(distanceKm, language)}</span>
                    <br />
                  </>
                )}
                <AddressLine address={site} />
                <br />
                {openingWords(site.openingHours, language)}
              </>
            }
          />
        ))}
      </Sheet>
    </>
  );
}

interface PlaceFormProps {
  sites: readonly CollectSite[];
  said: SearchedPlace["said"];
  seek: (sought: SearchedPlace) => void;
}

/** Location search by postal code, city or device position. The position is read only on request and never sent. */
function PlaceForm({ sites, said, seek }: PlaceFormProps) {
  const t = useT();
  const [waiting, setWaiting] = useState(false);
  const byName = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const from = placeNamed(String(new FormData(event.currentTarget).get("near") ?? ""), sites);
    seek({ from, said: from === null ? "unknown" : "sorted" });
  };
  const byDevice = () => {
    setWaiting(true);
    const showResult = (sought: SearchedPlace) => {
      setWaiting(false);
      seek(sought);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => showResult({ from: { latitude, longitude }, said: "sorted" }),
      () => showResult({ from: null, said: "refused" }),
      { timeout: locationTimeoutMs },
    );
  };
  const wrong = said === "unknown" || said === "refused" ? t(`checkout.collect.near.${said}`) : undefined;
  return (
    <form onSubmit={byName} className="stack" data-gap="m" noValidate>
      <Field
        name="near"
        autoComplete="postal-code"
        label={t("checkout.collect.near")}
        hint={t("checkout.collect.near.hint")}
        error={wrong}
        action={<Button>{t("checkout.collect.near.sort")}</Button>}
      />
      <p>
        <Button type="button" variant="quiet" onClick={byDevice} busy={waiting && t("checkout.collect.near.waiting")}>
          {t("checkout.collect.near.me")}
        </Button>
      </p>
    </form>
  );
}

/** Distances below this value, in kilometres, are not displayed. */
const worthSayingKm = 0.1;
const locationTimeoutMs = 10_000;
