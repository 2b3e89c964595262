import { dirOf, useFrame } from "@guichet/web/frame.tsx";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { amountTick } from "./amount-tick.ts";
import { labelledDays } from "./figure-range.ts";

/** A day with its bars, in minor units; both are positive. */
export interface DayBar {
  day: string;
  sales: number;
  refunds: number;
  /** The figures of the day in words. */
  text: string;
}

interface DayPlotProps {
  days: readonly DayBar[];
  currency: string;
  /** What the plot shows, in words. */
  label: string;
  legend: { sales: string; refunds: string };
}

/** Pixels from top to bottom; across, everything is in percent, so that the plot fits any width without a script. */
const height = { top: 12, bars: 196, all: 220 };
const percent = (value: number): string => `${Math.round(value * 1000) / 1000}%`;

/** Bars of sales above the line of zero, and of refunds below it. From right to left in a language that is read so. */
export function DayPlot({ days, currency, label, legend }: DayPlotProps) {
  const { language } = useFrame();
  const isReversed = dirOf(language) === "rtl";
  const across = scaleBand({
    domain: days.map(({ day }) => day),
    range: isReversed ? [100, 0] : [0, 100],
    padding: days.length > 62 ? 0 : 0.2,
  });
  const highest = Math.max(0, ...days.map(({ sales }) => sales));
  const lowest = Math.max(0, ...days.map(({ refunds }) => refunds));
  const down = scaleLinear({ domain: [-lowest, highest], range: [height.bars, height.top], nice: 4 });
  const zero = down(0);
  /** Anything but zero has at least one pixel. */
  const length = (amount: number) => (amount === 0 ? 0 : Math.max(1, zero - down(amount)));
  const ticks = down.ticks(4);
  const labelled = labelledDays(days.map(({ day }) => day));
  const width = percent(across.bandwidth());
  const start = (day: string) => percent(across(day) ?? 0);
  const middle = (day: string) => percent((across(day) ?? 0) + across.bandwidth() / 2);
  return (
    <div>
      <div className="plot" role="img" aria-label={label}>
        <svg className="plot-amounts" height={height.all} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x={isReversed ? "0" : "100%"} y={down(tick)} data-end={isReversed ? undefined : ""}>
              {amountTick(tick, currency, language)}
            </text>
          ))}
        </svg>
        <svg className="plot-days" height={height.all} aria-hidden="true">
          {ticks.map((tick) => (
            <line key={tick} className="plot-line" x1="0" x2="100%" y1={down(tick)} y2={down(tick)} />
          ))}
          {days.map(({ day, sales, refunds, text }) => (
            <g key={day}>
              <title>{text}</title>
              {/* The whole height of the day shows its figures to a pointer. */}
              <Bar className="plot-day" x={start(day)} y={0} width={width} height={height.bars} />
              <Bar
                className="plot-sales"
                x={start(day)}
                y={zero - length(sales)}
                width={width}
                height={length(sales)}
              />
              <Bar className="plot-refunds" x={start(day)} y={zero} width={width} height={length(refunds)} />
            </g>
          ))}
          <line className="plot-zero" x1="0" x2="100%" y1={zero} y2={zero} />
          {days
            .filter(({ day }) => labelled.has(day))
            .map(({ day }, index) => (
              <text
                key={day}
                x={middle(day)}
                y={height.all - 8}
                data-middle=""
                data-minor={index % 2 === 1 ? "" : undefined}
              >
                {`${day.slice(8)}/${day.slice(5, 7)}`}
              </text>
            ))}
        </svg>
      </div>
      <ul className="plot-legend" aria-hidden="true">
        <li data-series="sales">{legend.sales}</li>
        <li data-series="refunds">{legend.refunds}</li>
      </ul>
    </div>
  );
}
