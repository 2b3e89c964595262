import { z } from "zod";
import { packFiles } from "./pack-folder.ts";

const titles = {
  network: "What a network is: name, languages, switches, seller",
  catalogue: "What a network sells: categories, tariffs, document types, statuses, articles",
  agencies: "Where orders are collected",
  vouchers: "Codes that take something off",
};

/** The JSON Schema (2020-12) of each JSON file of a pack, as text, by file name. */
export function packSchemas(): Map<string, string> {
  const names = ["network", "catalogue", "agencies", "vouchers"] as const;
  return new Map(
    names.map((name) => {
      const { $schema, ...schema } = z.toJSONSchema(packFiles[name], { io: "input", unrepresentable: "any" });
      const titled = { $schema, title: `${name}.json of a network pack`, description: titles[name], ...schema };
      return [`${name}.json`, `${JSON.stringify(titled, null, 2)}\n`] as const;
    }),
  );
}
