import { currencyDigits } from "@guichet/texts/money-format.ts";
import { minorUnits } from "../transit-feed/feed-amount.ts";
import type { FeedFault } from "../transit-feed/feed-tables.ts";
import { feedTime } from "../transit-feed/feed-tables.ts";
import { check, columnChecks, type FareCheck } from "./column-checks.ts";
import { type FareRow, type FareTables, valueIn } from "./fare-files.ts";
import type { FeedKeys } from "./feed-keys.ts";

/** Rules of the specification about several columns or rows. */
const ruleChecks: readonly FareCheck[] = [
  ...(["networks.txt", "route_networks.txt"] as const).map(
    (file): FareCheck => ({
      name: `${file} is forbidden where routes.txt has network_id`,
      run: (fares, { hasRouteNetworks }, fault) => {
        const [first] = fares[file];
        if (hasRouteNetworks && first !== undefined)
          fault(file, first, "the file is forbidden, because routes.txt has the column network_id");
      },
    }),
  ),
  check("timeframes.txt start_time and end_time come together", "timeframes.txt", (row) =>
    (valueIn(row, "start_time") === "") === (valueIn(row, "end_time") === "")
      ? undefined
      : `timeframe ${valueIn(row, "timeframe_group_id")} has one of start_time and end_time: give both or neither`,
  ),
  check("timeframes.txt end_time is after start_time", "timeframes.txt", (row) => {
    const { start, end } = timesOf(row);
    return start < end ? undefined : `timeframe ${valueIn(row, "timeframe_group_id")} ends before it starts`;
  }),
  {
    name: "timeframes.txt intervals of a group and service do not overlap",
    run: (fares, _keys, fault) => {
      const groups = Map.groupBy(fares["timeframes.txt"], (row) =>
        JSON.stringify([valueIn(row, "timeframe_group_id"), valueIn(row, "service_id")]),
      );
      for (const rows of groups.values()) {
        const sorted = rows.toSorted((a, b) => timesOf(a).start - timesOf(b).start);
        sorted.forEach((row, index) => {
          const before = sorted[index - 1];
          if (before === undefined || timesOf(before).end <= timesOf(row).start) return;
          const message = `timeframe ${valueIn(row, "timeframe_group_id")} overlaps with that of line ${before.line}`;
          fault("timeframes.txt", row, message);
        });
      }
    },
  },
  check("fare_products.txt amount has the digits of its currency", "fare_products.txt", (row) => {
    const [amount, currency] = [valueIn(row, "amount"), valueIn(row, "currency")];
    if (!/^[A-Z]{3}$/.test(currency) || minorUnits(amount, 6) === undefined) return undefined;
    return minorUnits(amount, currencyDigits(currency)) === undefined
      ? `fare product ${valueIn(row, "fare_product_id")}: ${amount} is not an amount of ${currency}`
      : undefined;
  }),
  {
    name: "fare_products.txt several rider categories of a product have one default",
    run: (fares, _keys, fault) => {
      const isDefault = new Map(
        fares["rider_categories.txt"].map((row) => [
          valueIn(row, "rider_category_id"),
          valueIn(row, "is_default_fare_category") === "1",
        ]),
      );
      const products = Map.groupBy(fares["fare_products.txt"], (row) => valueIn(row, "fare_product_id"));
      for (const [product, rows] of products) {
        const categories = new Set(rows.map((row) => valueIn(row, "rider_category_id")).filter((id) => id !== ""));
        const defaults = [...categories].filter((id) => isDefault.get(id) === true).length;
        const [first] = rows;
        if (first === undefined || categories.size < 2 || defaults === 1) continue;
        fault(
          "fare_products.txt",
          first,
          `fare product ${product} is for ${categories.size} rider categories, of which ${defaults} are the default: one must be`,
        );
      }
    },
  },
  check("fare_leg_join_rules.txt joins legs of one network", "fare_leg_join_rules.txt", (row) =>
    valueIn(row, "from_network_id") === valueIn(row, "to_network_id")
      ? undefined
      : `to_network_id ${valueIn(row, "to_network_id")} is not from_network_id ${valueIn(row, "from_network_id")}`,
  ),
  check("fare_leg_join_rules.txt from_stop_id and to_stop_id come together", "fare_leg_join_rules.txt", (row) =>
    (valueIn(row, "from_stop_id") === "") === (valueIn(row, "to_stop_id") === "")
      ? undefined
      : "it has one of from_stop_id and to_stop_id: give both or neither",
  ),
  {
    name: "fare_leg_join_rules.txt stops are stops or stations",
    run: (fares, { stopTypes }, fault) => {
      for (const row of fares["fare_leg_join_rules.txt"])
        for (const column of ["from_stop_id", "to_stop_id"] as const) {
          const type = stopTypes.get(valueIn(row, column)) ?? "0";
          if (type !== "0" && type !== "1")
            fault("fare_leg_join_rules.txt", row, `${column} ${valueIn(row, column)} is neither a stop nor a station`);
        }
    },
  },
  check(
    "fare_transfer_rules.txt transfer_count is given between equal leg groups only",
    "fare_transfer_rules.txt",
    (row) => {
      const isSame = valueIn(row, "from_leg_group_id") === valueIn(row, "to_leg_group_id");
      if (isSame === (valueIn(row, "transfer_count") !== "")) return undefined;
      return isSame
        ? `transfer_count is missing: both leg groups are "${valueIn(row, "from_leg_group_id")}"`
        : "transfer_count is forbidden between two leg groups";
    },
  ),
  check(
    "fare_transfer_rules.txt duration_limit_type is given with duration_limit only",
    "fare_transfer_rules.txt",
    (row) => {
      const isLimited = valueIn(row, "duration_limit") !== "";
      if (isLimited === (valueIn(row, "duration_limit_type") !== "")) return undefined;
      return isLimited ? "duration_limit_type is missing" : "duration_limit_type is forbidden without duration_limit";
    },
  ),
];

/** Every rule of the specification, by name. */
export const fareChecks: readonly FareCheck[] = [...columnChecks, ...ruleChecks];

/** Every fault of the fares of a feed, in the order of files and lines. */
export function checkFares(fares: FareTables, keys: FeedKeys): FeedFault[] {
  const faults: FeedFault[] = [];
  for (const { run } of fareChecks) {
    run(fares, keys, (file, { line }, message) => void faults.push({ file, line, message }));
  }
  return faults.sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file) || a.line - b.line);
}

/** Seconds of a day; without times the whole day, and an unreadable time is another fault. */
export function timesOf(row: FareRow): { start: number; end: number } {
  return {
    start: feedTime(valueIn(row, "start_time")) ?? 0,
    end: feedTime(valueIn(row, "end_time")) ?? 24 * 3600,
  };
}
