import * as accounts from "@guichet/contract/accounts.ts";
import * as addresses from "@guichet/contract/addresses.ts";
import * as cart from "@guichet/contract/cart.ts";
import * as catalogue from "@guichet/contract/catalogue.ts";
import * as documents from "@guichet/contract/documents.ts";
import * as identity from "@guichet/contract/identity.ts";
import * as networks from "@guichet/contract/networks.ts";
import * as officeDocuments from "@guichet/contract/office/documents.ts";
import * as officeOrders from "@guichet/contract/office/orders.ts";
import * as officeStaff from "@guichet/contract/office/staff.ts";
import * as officeCards from "@guichet/contract/office/transport-cards.ts";
import * as orders from "@guichet/contract/orders.ts";
import * as payments from "@guichet/contract/payments.ts";
import * as subscriptions from "@guichet/contract/subscriptions.ts";
import * as cards from "@guichet/contract/transport-cards.ts";
import * as travel from "@guichet/contract/travel.ts";
import * as travellers from "@guichet/contract/travellers.ts";
import * as values from "@guichet/contract/values.ts";
import * as wallet from "@guichet/contract/wallet.ts";
import { z } from "zod";
import type { Json } from "./fields.ts";

const modules: readonly object[] = [
  accounts,
  addresses,
  cards,
  cart,
  catalogue,
  documents,
  identity,
  networks,
  officeCards,
  officeDocuments,
  officeOrders,
  officeStaff,
  orders,
  payments,
  subscriptions,
  travel,
  travellers,
  values,
  wallet,
];

/** Schemas of the contract that have a name: objects and lists of values, not plain texts and numbers. */
const names = new Map<z.core.$ZodType, string>();
for (const module of modules) {
  for (const [name, schema] of Object.entries(module)) {
    const isNamed = (schema instanceof z.ZodObject || schema instanceof z.ZodEnum) && /^[A-Z]/.test(name);
    if (isNamed && !names.has(schema)) names.set(schema, name);
  }
}

/** The contract's descriptions of its schemas, and the names of named ones; other descriptions are unchanged. */
class NamedMetadata extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const known = z.globalRegistry.get(schema);
    const id = names.get(schema);
    return id === undefined ? known : ({ ...known, id } as z.core.$replace<z.core.GlobalMeta, S>);
  }
}
const metadata = new NamedMetadata();

const local = "#/$defs/";
const shared = "#/components/schemas/";

/** Collects named schemas, each once: as a response, and if it differs as a request (`…Input`). */
export class NamedSchemas {
  readonly #schemas = new Map<string, Json>();

  /** The JSON Schema of a schema, with named schemas moved to the shared ones. */
  of(schema: z.ZodType, io: "input" | "output"): Json {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: "any", metadata }) as Json & {
      $defs?: Record<string, Json>;
    };
    const shownNames = new Map<string, string>();
    for (const name of Object.keys($defs)) shownNames.set(name, io === "input" ? `${name}Input` : name);
    // A schema that is the same in request and response has one name: it is compared with every nested name in place.
    for (const [name, given] of Object.entries($defs)) {
      if (io === "input" && this.#isAnswered(name, given)) shownNames.set(name, name);
    }
    for (const [name, { id: __, ...given }] of Object.entries($defs)) {
      this.add(shownNames.get(name) ?? name, renamed(given, shownNames));
    }
    return renamed(own, shownNames);
  }

  /** Adds a schema to the shared ones; a different one of the same name is an error of the contract. */
  add(name: string, schema: Json): Json {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the name ${name}`);
    this.#schemas.set(name, schema);
    return { $ref: `${shared}${name}` };
  }

  #isAnswered(name: string, { id: _, ...given }: Json): boolean {
    const known = this.#schemas.get(name);
    return known !== undefined && JSON.stringify(known) === JSON.stringify(renamed(given, new Map()));
  }

  all(): Json {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => a.localeCompare(b, "en")));
  }
}

/** The same, with references to the shared schemas. */
function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value, (key, inner) => {
    if (key !== "$ref" || typeof inner !== "string" || !inner.startsWith(local)) return inner;
    const name = inner.slice(local.length);
    return `${shared}${names.get(name) ?? name}`;
  });
  return JSON.parse(text) as T;
}
