import { countdown } from "@guichet/rules/rides.ts";
import { ClockIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useFormats } from "../formats/formats.ts";
import type { ShownRide } from "../page/page-context.tsx";
import { useShopClock } from "../page/shop-clock.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

const minuteMs = 60_000;
/** Minutes before the end at which screen readers hear how long the ticket is still valid. */
const announcedMinutes = [5, 1];
/** How long the end of a ride is announced. */
const overMs = minuteMs;

/**
 * A running ride in the header of every page: the time left, counted down, as a link to the ticket. Screen readers
 * hear the end with the link, and by themselves only the last minutes.
 */
export function RidePill({ ride }: { ride: ShownRide }) {
  const t = useT();
  const formats = useFormats();
  const at = useShopClock(ride.now);
  const left = ride.until - at;
  const minutes = announcedMinutes.find((many) => left <= many * minuteMs && left > (many - 1) * minuteMs);
  return (
    <>
      {left > 0 && (
        <TextLink
          className="ride-pill-target"
          href={href("wallet", undefined, { ticket: ride.ticketId, present: "1" })}
        >
          <VisuallyHidden>
            {t("shell.ride", { time: formats.time(new Date(ride.until).toISOString()) })}{" "}
          </VisuallyHidden>
          <span className="ride-pill">
            <ClockIcon size="s" />
            <bdi dir="ltr" data-countdown={ride.until}>
              {countdown(left)}
            </bdi>
          </span>
        </TextLink>
      )}
      <LiveRegion>
        {left <= 0 && left > -overMs && t("shell.ride.over")}
        {minutes !== undefined && t("shell.ride.ends", { minutes })}
      </LiveRegion>
    </>
  );
}
