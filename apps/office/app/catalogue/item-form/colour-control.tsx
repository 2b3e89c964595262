import { accentContrasts, contrastOf, partReadable, readable, type ShownAccent } from "@guichet/ui/accent.ts";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import { Colour } from "./colour.tsx";
import { type ControlProps, useInputs } from "./form-values.ts";

/** The colour of the network, with its contrasts in both themes and in e-mails as it is typed. */
export function ColourControl({ field: { key }, form, label, hint, mark }: ControlProps) {
  const { one, error } = useInputs(key, form);
  const [colour, setColour] = useState(one());
  return (
    <>
      <Field
        name={key}
        label={label}
        mark={mark}
        hint={hint}
        error={error()}
        defaultValue={one()}
        onChange={(event) => setColour(event.currentTarget.value.trim())}
        autoComplete="off"
        maxLength={7}
        dir="ltr"
        spellCheck={false}
      />
      <Contrasts colour={colour} />
    </>
  );
}

/** The ground of e-mails, on which the button has the colour itself. */
const emailGround = "#ffffff";

function Contrasts({ colour }: { colour: string }) {
  const t = useT();
  const shown = accentContrasts(colour);
  if (shown.length === 0) return null;
  const onEmails = contrastOf(colour, emailGround);
  return (
    <div className="catalogue-contrasts" aria-live="polite">
      {shown.map((one) => (
        <Theme key={one.theme} colour={colour} {...one} />
      ))}
      <Figure title={t("catalogue.contrast.emails")} colour={colour} figure={onEmails} least={partReadable} />
    </div>
  );
}

function Theme({ theme, shade, asText, textOnIt, itself, colour }: ShownAccent & { colour: string }) {
  const t = useT();
  const ratio = useRatio();
  const isReplaced = shade.toLowerCase() !== colour.toLowerCase();
  return (
    <Figure
      title={t(`catalogue.contrast.${theme}`)}
      colour={shade}
      figure={Math.min(asText, textOnIt)}
      least={readable}
    >
      {isReplaced && t("catalogue.contrast.replaced", { contrast: ratio(itself), least: ratio(readable) })}
    </Figure>
  );
}

interface FigureProps {
  title: string;
  colour: string;
  figure: number;
  least: number;
  children?: ReactNode;
}

function Figure({ title, colour, figure, least, children }: FigureProps) {
  const t = useT();
  const ratio = useRatio();
  const isEnough = figure >= least;
  return (
    <div className="small">
      <div className="catalogue-contrast">
        <span>{title}</span>
        <Colour colour={colour} />
        <Stamp tone={isEnough ? "ok" : "bad"}>
          {t(isEnough ? "catalogue.contrast.enough" : "catalogue.contrast.low", {
            contrast: ratio(figure),
            least: ratio(least),
          })}
        </Stamp>
      </div>
      {children && <p className="soft">{children}</p>}
    </div>
  );
}

/** A contrast in words, rounded down: what is below a limit never reads as the limit. */
function useRatio() {
  const formats = useFormats();
  return (contrast: number) => `${formats.number(Math.floor(contrast * 10) / 10)}:1`;
}
