const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

/** A small feed with every file and column of Fares v2: two zones, two lines, adults and students, on paper, card and phone. */
export const sampleFareFiles: Readonly<Record<string, string>> = {
  "agency.txt": lines(
    "agency_id,agency_name,agency_url,agency_timezone,agency_lang",
    "a,A,https://a.example,Europe/Paris,en-GB",
  ),
  "stops.txt": lines("stop_id,stop_name,location_type", "quay,Quay,0", "hill,Hill,1", "gate,Gate,2"),
  "routes.txt": lines("route_id,route_short_name,route_type", "b1,1,3", "f1,F,4"),
  "calendar.txt": lines(
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
    "weekend,0,0,0,0,0,1,1,20260101,20271231",
  ),
  "areas.txt": lines("area_id,area_name", "low,Lower town", "high,"),
  "stop_areas.txt": lines("area_id,stop_id", "low,quay", "high,hill"),
  "networks.txt": lines("network_id,network_name", "bus,City bus", "ferry,"),
  "route_networks.txt": lines("network_id,route_id", "bus,b1", "ferry,f1"),
  "timeframes.txt": lines(
    "timeframe_group_id,start_time,end_time,service_id",
    "leisure,,,weekend",
    "early,05:00:00,07:00:00,weekend",
  ),
  "rider_categories.txt": lines(
    "rider_category_id,rider_category_name,is_default_fare_category,eligibility_url",
    "adult,Adult,1,",
    "student,Student,0,https://a.example/students",
  ),
  "fare_media.txt": lines(
    "fare_media_id,fare_media_name,fare_media_type",
    "paper,,1",
    "card,A card,2",
    "app,A app,4",
    "cash,,0",
  ),
  "fare_products.txt": lines(
    "fare_product_id,fare_product_name,rider_category_id,fare_media_id,amount,currency",
    "single,Single ticket,adult,paper,2.50,EUR",
    "single,Single ticket,adult,card,2.50,EUR",
    "single,Single ticket,student,card,1.20,EUR",
    "weekend,Weekend ticket,,app,4.00,EUR",
    "uphill,Up the hill,,,3.00,EUR",
    "harbour,Harbour,,cash,1.00,EUR",
    "rebate,,,,-0.50,EUR",
  ),
  "fare_leg_rules.txt": lines(
    "leg_group_id,network_id,from_area_id,to_area_id,from_timeframe_group_id,to_timeframe_group_id,fare_product_id,rule_priority",
    "singles,bus,,,,,single,1",
    "weekends,,,,leisure,,weekend,",
    "hills,,low,high,,,uphill,2",
    "hills,ferry,,,early,early,harbour,0",
  ),
  "fare_leg_join_rules.txt": lines("from_network_id,to_network_id,from_stop_id,to_stop_id", "bus,bus,quay,hill"),
  "fare_transfer_rules.txt": lines(
    "from_leg_group_id,to_leg_group_id,transfer_count,duration_limit,duration_limit_type,fare_transfer_type,fare_product_id",
    "singles,singles,2,5400,1,0,",
    "singles,hills,,,,1,rebate",
  ),
};

/** The files as bytes, with files replaced, or left out if undefined. */
export function sampleFares(changes: Readonly<Record<string, string | undefined>> = {}): Map<string, Buffer> {
  return new Map(
    Object.entries({ ...sampleFareFiles, ...changes }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, Buffer.from(text)] as const],
    ),
  );
}
