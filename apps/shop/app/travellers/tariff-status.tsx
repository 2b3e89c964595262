import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useT } from "../texts/texts.tsx";
import type { TariffStatus } from "./tariff-status.server.ts";

interface TariffStatusFieldProps {
  /** The network's statuses; the field is hidden where there are none. */
  statuses: readonly TariffStatus[];
  /** The declared status. */
  value: string | null;
  error?: string | undefined;
}

/** Form field for a traveller's tariff status (`profiling`), which determines the reduced fares. */
export function TariffStatusField({ statuses, value, error }: TariffStatusFieldProps) {
  const t = useT();
  if (statuses.length === 0) return null;
  return (
    <Select
      name="tariffStatus"
      label={t("travellers.status")}
      hint={t("travellers.status.hint")}
      error={error}
      // A status that the network no longer offers counts as none.
      defaultValue={statuses.some(({ id }) => id === value) ? (value ?? "") : ""}
      options={[
        { value: "", label: t("travellers.status.none") },
        ...statuses.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** The tariff status field as a separate form. */
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
