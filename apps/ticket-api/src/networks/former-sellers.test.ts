import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { databaseBefore } from "../testing/database.ts";

const migration = new URL("../../migrations/0119-identifiers-of-sellers.sql", import.meta.url);
const [siret, vat] = ["73282932000074", "FR40303265045"];
const exemption = "TVA non applicable, article 293 B du code général des impôts";

// covers: the seller's identifiers of a network that was imported before they had names
test("a seller keeps what it stated before its identifiers had names", async () => {
  const { pool, drop } = await databaseBefore("0119");
  try {
    const sellers = {
      exempt: { siret, vatNumber: exemption },
      none: { siret: " ", vatNumber: "" },
      usual: { siret, vatNumber: vat },
    };
    for (const [id, seller] of Object.entries(sellers))
      await pool.query(
        "insert into network (id, definition, logo, version, imported_at) values ($1, $2, '', '1', now())",
        [id, { seller: { legalName: "Rivage", ...seller } }],
      );
    await pool.query(await readFile(migration, "utf8"));
    const { rows } = await pool.query("select definition -> 'seller' as seller from network order by id");
    expect(rows.map(({ seller }) => seller)).toEqual([
      { legalName: "Rivage", identifiers: { siret }, taxExemption: exemption },
      { legalName: "Rivage", identifiers: {} },
      { legalName: "Rivage", identifiers: { siret, vat } },
    ]);
  } finally {
    await drop();
  }
});
