import type { Delivery } from "@guichet/contract/orders.ts";

/** A delivery address, as on the parcel. */
export const DeliveryAddress = ({ delivery }: { delivery: Delivery }) => (
  <bdi className="address">
    {[
      delivery.fullname,
      delivery.addressRoute,
      `${delivery.addressPostalCode} ${delivery.addressCity}`,
      delivery.addressState,
    ]
      .filter(Boolean)
      .join("\n")}
  </bdi>
);
