import type { ReactNode } from "react";

type CodePlateProps = {
  /** An SVG drawing with its own accessible name, or an image URL. */
  code: { drawing: ReactNode } | { src: string; alt: string };
  /** Serial number in groups, to read aloud. */
  serial: string;
  hint?: ReactNode;
};

/** A machine-readable code: black on white in both themes, with its quiet zone and number. */
export function CodePlate({ code, serial, hint }: CodePlateProps) {
  return (
    <div className="code-plate">
      <div className="code">{"drawing" in code ? code.drawing : <img src={code.src} alt={code.alt} />}</div>
      <p>
        <bdi dir="ltr" className="serial">
          {serial}
        </bdi>
      </p>
      {hint && <p className="small soft">{hint}</p>}
    </div>
  );
}
