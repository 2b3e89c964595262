/** The files of GTFS Fares v2, their columns and keys, as the GTFS Schedule reference defines them. */

/** What a column holds. `choice`: one of `values`, `0` where empty; `count`: a whole number above 0; `span`: the same, or -1. */
export type ColumnKind =
  | { kind: "id" | "text" | "url" | "amount" | "currency" | "time" | "count" | "span" | "priority" }
  | { kind: "choice"; values: readonly string[] };

export type Column = ColumnKind & {
  required?: boolean;
  /** Columns of which one has the value, as `stops.txt/stop_id`. */
  refersTo?: readonly string[];
};

interface FareFileSpec {
  columns: Readonly<Record<string, Column>>;
  /** The columns that together are unique. */
  key: readonly string[];
}

const id = { kind: "id", required: true } as const;
const text = { kind: "text" } as const;
const to = (...refersTo: string[]) => ({ kind: "id", refersTo }) as const;
const toRequired = (...refersTo: string[]) => ({ ...to(...refersTo), required: true }) as const;
const choice = (...values: string[]) => ({ kind: "choice", values }) as const;
const toNetwork = ["networks.txt/network_id", "routes.txt/network_id"];

export const fareFiles = {
  "areas.txt": { columns: { area_id: id, area_name: text }, key: ["area_id"] },
  "stop_areas.txt": {
    columns: { area_id: toRequired("areas.txt/area_id"), stop_id: toRequired("stops.txt/stop_id") },
    key: ["area_id", "stop_id"],
  },
  "networks.txt": { columns: { network_id: id, network_name: text }, key: ["network_id"] },
  "route_networks.txt": {
    columns: { network_id: toRequired("networks.txt/network_id"), route_id: toRequired("routes.txt/route_id") },
    key: ["route_id"],
  },
  "timeframes.txt": {
    columns: {
      timeframe_group_id: id,
      start_time: { kind: "time" },
      end_time: { kind: "time" },
      service_id: toRequired("calendar.txt/service_id", "calendar_dates.txt/service_id"),
    },
    key: ["timeframe_group_id", "start_time", "end_time", "service_id"],
  },
  "rider_categories.txt": {
    columns: {
      rider_category_id: id,
      rider_category_name: { ...text, required: true },
      is_default_fare_category: choice("0", "1"),
      eligibility_url: { kind: "url" },
    },
    key: ["rider_category_id"],
  },
  "fare_media.txt": {
    columns: {
      fare_media_id: id,
      fare_media_name: text,
      fare_media_type: { ...choice("0", "1", "2", "3", "4"), required: true },
    },
    key: ["fare_media_id"],
  },
  "fare_products.txt": {
    columns: {
      fare_product_id: id,
      fare_product_name: text,
      rider_category_id: to("rider_categories.txt/rider_category_id"),
      fare_media_id: to("fare_media.txt/fare_media_id"),
      amount: { kind: "amount", required: true },
      currency: { kind: "currency", required: true },
    },
    key: ["fare_product_id", "rider_category_id", "fare_media_id"],
  },
  "fare_leg_rules.txt": {
    columns: {
      leg_group_id: { kind: "id" },
      network_id: to(...toNetwork),
      from_area_id: to("areas.txt/area_id"),
      to_area_id: to("areas.txt/area_id"),
      from_timeframe_group_id: to("timeframes.txt/timeframe_group_id"),
      to_timeframe_group_id: to("timeframes.txt/timeframe_group_id"),
      fare_product_id: toRequired("fare_products.txt/fare_product_id"),
      rule_priority: { kind: "priority" },
    },
    key: [
      ...["network_id", "from_area_id", "to_area_id"],
      ...["from_timeframe_group_id", "to_timeframe_group_id", "fare_product_id"],
    ],
  },
  "fare_leg_join_rules.txt": {
    columns: {
      from_network_id: toRequired(...toNetwork),
      to_network_id: toRequired(...toNetwork),
      from_stop_id: to("stops.txt/stop_id"),
      to_stop_id: to("stops.txt/stop_id"),
    },
    key: ["from_network_id", "to_network_id", "from_stop_id", "to_stop_id"],
  },
  "fare_transfer_rules.txt": {
    columns: {
      from_leg_group_id: to("fare_leg_rules.txt/leg_group_id"),
      to_leg_group_id: to("fare_leg_rules.txt/leg_group_id"),
      transfer_count: { kind: "span" },
      duration_limit: { kind: "count" },
      duration_limit_type: choice("0", "1", "2", "3"),
      fare_transfer_type: { ...choice("0", "1", "2"), required: true },
      fare_product_id: to("fare_products.txt/fare_product_id"),
    },
    key: ["from_leg_group_id", "to_leg_group_id", "fare_product_id", "transfer_count", "duration_limit"],
  },
} as const satisfies Readonly<Record<string, FareFileSpec>>;

export type FareFile = keyof typeof fareFiles;
export type FareColumn<File extends FareFile> = keyof (typeof fareFiles)[File]["columns"] & string;

export type AnyFareColumn = { [File in FareFile]: FareColumn<File> }[FareFile];

/** One row: its line in the file, and its values by column; an empty value is "". */
export interface FareRow {
  line: number;
  values: Readonly<Record<string, string>>;
}

/** The files of Fares v2 of one feed. */
export type FareTables = Record<FareFile, FareRow[]>;

/** The value of a row; "" if it has none. */
export const valueIn = ({ values }: FareRow, column: AnyFareColumn): string => values[column] ?? "";

/** A row made here, of columns of its file. */
export const fareRow = <File extends FareFile>(
  _file: File,
  values: Partial<Record<FareColumn<File>, string>>,
): FareRow => ({
  line: 0,
  values: Object.fromEntries(
    Object.entries<string | undefined>(values).map(([column, value]) => [column, value ?? ""]),
  ),
});

/** Every file, in the order in which they refer to each other. */
export const fareFileNames: readonly FareFile[] = [
  ...(["areas.txt", "stop_areas.txt", "networks.txt", "route_networks.txt", "timeframes.txt"] as const),
  ...(["rider_categories.txt", "fare_media.txt", "fare_products.txt"] as const),
  ...(["fare_leg_rules.txt", "fare_leg_join_rules.txt", "fare_transfer_rules.txt"] as const),
];

/** The columns of a file by name, without their literal types. */
export const columnsOf = (file: FareFile): [string, Column][] => Object.entries(fareFiles[file].columns);

/** Tables without a row. */
export const noFares = (): FareTables => ({
  "areas.txt": [],
  "stop_areas.txt": [],
  "networks.txt": [],
  "route_networks.txt": [],
  "timeframes.txt": [],
  "rider_categories.txt": [],
  "fare_media.txt": [],
  "fare_products.txt": [],
  "fare_leg_rules.txt": [],
  "fare_leg_join_rules.txt": [],
  "fare_transfer_rules.txt": [],
});
