import { countdown, type Ride } from "@guichet/rules/rides.ts";
import { useShopClock } from "../page/shop-clock.ts";
import { T, useT } from "../texts/texts.tsx";

/** The time left of a running ride, counted down. */
export function RideLeft({ ride, now }: { ride: Ride; now: number }) {
  const t = useT();
  const at = useShopClock(now);
  if (at >= ride.until) return <>{t("wallet.ride.over")}</>;
  return (
    <span data-ends={ride.until} data-over={t("wallet.ride.over")}>
      {t("wallet.ride.running")} ·{" "}
      <T
        id="wallet.ride.left"
        values={{ time: countdown(ride.until - at) }}
        components={{ time: <bdi dir="ltr" className="figures" data-countdown={ride.until} /> }}
      />
    </span>
  );
}
