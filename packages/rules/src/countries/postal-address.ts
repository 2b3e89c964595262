/** The order of postal code and town on an envelope: one text a line, such as `{postalCode} {city}`. Light enough for a browser. */
export type CityLines = readonly string[];

interface Place {
  addressPostalCode: string;
  addressCity: string;
}

/** The lines of an address below its street, as a country writes them. */
export const cityLinesOf = ({ addressPostalCode, addressCity }: Place, cityLines: CityLines): string[] =>
  cityLines
    .map((line) =>
      line
        .replace("{postalCode}", () => addressPostalCode)
        .replace("{city}", () => addressCity)
        .trim(),
    )
    .filter((line) => line !== "");

/** An address in one line. */
export const addressInLine = (address: Place & { addressRoute: string }, cityLines: CityLines): string =>
  [address.addressRoute, ...cityLinesOf(address, cityLines)].filter((part) => part !== "").join(", ");
