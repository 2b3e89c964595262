import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import type { Delivery } from "@guichet/contract/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Fragment } from "react";
import { Form } from "react-router";
import { useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { DeliveryRefused } from "./correct-delivery.ts";
import { DeliveryAddress } from "./delivery-address.tsx";
import { useDeliveryDraft } from "./delivery-draft.ts";

/** Fields of an address with the longest text of each, as in the checkout. */
const fields = [
  ["fullname", 120],
  ["addressRoute", 200],
  ["addressPostalCode", 20],
  ["addressCity", 100],
  ["addressState", 100],
] as const satisfies readonly (readonly [keyof Delivery, number])[];

interface DeliveryFormProps {
  order: StaffOrder;
  refused: DeliveryRefused | undefined;
}

/** Form to correct the delivery address while the parcel is not shipped, for those who may ship it. */
export function DeliveryForm({ order, refused }: DeliveryFormProps) {
  const { delivery, lines, status } = order;
  const parcel = lines.filter(({ support }) => support === "SHIPPING");
  const isOpen = parcel.length > 0 && parcel.every(({ processStatus }) => processStatus !== "PROCESSED");
  if (!useMay()("orders.fulfil") || delivery === null || !isOpen || status === "CANCELED" || status === "ERROR")
    return null;
  return <OpenForm delivery={delivery} refused={refused} />;
}

function OpenForm({ delivery, refused }: { delivery: Delivery; refused: DeliveryRefused | undefined }) {
  const t = useT();
  const { draft, round, isBusy, keep } = useDeliveryDraft(delivery, refused);
  const { seen, values, isOther } = draft;
  return (
    <Disclosure summary={t("orders.delivery.correct")} open={refused !== undefined}>
      <Form method="post" onInput={keep}>
        <input type="hidden" name="what" value="delivery" />
        {fields.map(([name]) => (
          <input key={name} type="hidden" name={`seen-${name}`} value={seen[name] ?? ""} />
        ))}
        <Stack>
          <p className="small soft">{t("orders.delivery.text")}</p>
          {isOther && (
            <Notice tone="wait" title={t("orders.delivery.other")}>
              <DeliveryAddress delivery={seen} />
            </Notice>
          )}
          <Fragment key={`${round} ${JSON.stringify(seen)}`}>
            {fields.map(([name, maxLength]) => (
              <Field
                key={name}
                id={`delivery-${name}`}
                name={name}
                label={t(`orders.delivery.${name}`)}
                defaultValue={values[name] ?? ""}
                maxLength={maxLength}
                required={name !== "addressState"}
                autoComplete="off"
                dir="auto"
              />
            ))}
            <TextArea
              id="delivery-reason"
              name="reason"
              label={t("orders.delivery.reason")}
              defaultValue={values.reason}
              rows={2}
              maxLength={auditReasonMaxLength}
              required
            />
          </Fragment>
          <Button busy={isBusy && t("orders.delivery.busy")}>{t("orders.delivery.do")}</Button>
        </Stack>
      </Form>
    </Disclosure>
  );
}
