import { dirOf, useFrame } from "@guichet/web/frame.tsx";
import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";

/** A bar with its name and its value in words. */
export interface NamedBar {
  key: string;
  name: string;
  value: number;
  text: string;
}

/** Horizontal bars, each below its name and value, which say the same as text. `full`: the value of a bar across the whole width. */
export function BarList({ bars, full, tone }: { bars: readonly NamedBar[]; full: number; tone?: "bad" }) {
  const { language } = useFrame();
  const isReversed = dirOf(language) === "rtl";
  const across = scaleLinear({ domain: [0, Math.max(1, full)], range: [0, 100] });
  return (
    <ul className="bar-list">
      {bars.map(({ key, name, value, text }) => {
        const width = across(Math.max(0, value));
        return (
          <li key={key}>
            <span>
              <bdi>{name}</bdi>
            </span>
            <span className="figures">{text}</span>
            <svg height={8} aria-hidden="true">
              <Bar className="plot-ground" x="0" y={0} width="100%" height={8} rx={2} />
              <Bar
                className={tone === "bad" ? "plot-refunds" : "plot-sales"}
                x={isReversed ? `${100 - width}%` : "0"}
                y={0}
                width={`${width}%`}
                height={8}
                rx={2}
              />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
