import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useT } from "../texts/texts.tsx";
import type { TariffStatus } from "./tariff-status.server.ts";

interface TariffStatusFieldProps {
  /** What the network's statuses are; none: nothing is asked. */
  statuses: readonly TariffStatus[];
  /** What is declared. */
  value: string | null;
  error?: string | undefined;
}

/** The tariff status of a traveller, as a field of any form (`profiling`): which reduced fares are for them. */
export function TariffStatusField({ statuses, value, error }: TariffStatusFieldProps) {
  const t = useT();
  if (statuses.length === 0) return null;
  return (
    <Select
      name="tariffStatus"
      label={t("travellers.status")}
      hint={t("travellers.status.hint")}
      error={error}
      // A status that the network has no more is none.
      defaultValue={statuses.some(({ id }) => id === value) ? (value ?? "") : ""}
      options={[
        { value: "", label: t("travellers.status.none") },
        ...statuses.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** The same as a form of its own. */
export function TariffStatusForm({ statuses, value, error }: TariffStatusFieldProps) {
  const t = useT();
  if (statuses.length === 0) return null;
  return (
    <Sheet title={t("travellers.status.title")} id="status">
      <Form method="post" className="stack">
        <input type="hidden" name="what" value="tariff-status" />
        <TariffStatusField statuses={statuses} value={value} error={error} />
        <Button>{t("travellers.status.save")}</Button>
      </Form>
    </Sheet>
  );
}
