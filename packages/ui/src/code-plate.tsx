import type { ReactNode } from "react";

type CodePlateProps = {
  /** An SVG drawing of the code with its own accessible name, or an image by its address. */
  code: { drawing: ReactNode } | { src: string; alt: string };
  /** The number to read aloud, in groups. */
  serial: string;
  hint?: ReactNode;
};

/** A code to be read by a machine: black on white in both themes, with its quiet zone and its number. */
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
