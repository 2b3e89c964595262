import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import { type EndingContract, possibleEnds } from "./chosen-end.ts";

interface EndChoiceProps {
  contract: EndingContract;
  /** The last day whose effect the page shows. */
  chosen: string;
  /** GET: another address of the page; POST: a step of its form. */
  method: "get" | "post";
  /** Values that the form sends with the chosen day, `endOn`. */
  values: Readonly<Record<string, string>>;
}

/** The possible last days of a contract, why only these, and the button that shows the effect of another one. */
export function EndChoice({ contract, chosen, method, values }: EndChoiceProps) {
  const t = useT();
  const formats = useFormats();
  if (contract.laterEnds.length === 0) return null;
  return (
    <Form method={method} className="stack" data-gap="m">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Select
        key={chosen}
        name="endOn"
        label={t("terminations.ends")}
        hint={t("terminations.ends.why")}
        defaultValue={chosen}
        options={possibleEnds(contract).map((day, index) => ({
          value: day,
          label: index === 0 ? t("terminations.ends.earliest", { day: formats.day(day) }) : formats.day(day),
        }))}
      />
      <div>
        <Button>{t("terminations.ends.choose")}</Button>
      </div>
    </Form>
  );
}
