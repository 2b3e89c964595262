import type { Call } from "@guichet/contract/call.ts";
import { z } from "zod";
import { type Json, jsonSchema } from "./fields.ts";

/** Example values of fields by name, in requests and responses. */
const byName: Readonly<Record<string, unknown>> = {
  networkId: "demo",
  orderId: "0190b5a4-7c1e-7d2f-9a51-6b1f0c9d2e11",
  userId: "0190b5a4-7c1e-7d2f-9a51-6b1f0c9d2e10",
  customerId: "0190b5a4-7c1e-7d2f-9a51-6b1f0c9d2e10",
  ticketId: "0190b5a4-7c1e-7d2f-9a51-6b1f0c9d2e12",
  productId: "single",
  shopItemId: "single",
  amount: 150,
  currency: "EUR",
  quantity: 1,
  support: "DEMATERIALIZED",
  firstName: "Nour",
  userName: "Nour",
  lastName: "Haddad",
  userLastname: "Haddad",
  fullname: "Nour Haddad",
  email: "nour@example.org",
  userMail: "nour@example.org",
  returnUrl: "/cart",
  device: "Firefox, Linux",
  name: "Ticket",
  phone: "+33612345678",
  number: "2026-004512",
  contract: "Abonnement mensuel",
  currentPassword: "Correct horse 9 battery",
  opens: "09:00",
  closes: "12:00",
};

const texts: readonly string[] = [
  "0190b5a4-7c1e-7d2f-9a51-6b1f0c9d2e19",
  "2026-11-22",
  "2026-11-22T08:00:00.000Z",
  "2026-11",
  "EUR",
  "nour@example.org",
  "https://operator.example/1",
  "P1M",
  "09-01",
  "#0b5a68",
  "fr",
  "1234567890",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
];

/** Optional fields that an example request shows besides the required ones. */
const shownToo: Readonly<Record<string, readonly string[]>> = {
  login: ["firebase_token", "device"],
  placeOrder: ["termsAccepted", "over18Accepted"],
  updateAccount: ["firstName", "lastName"],
};
/** Fields that an example response leaves out because they exclude others. */
const leftOut: Readonly<Record<string, readonly string[]>> = { login: ["profiles", "wallet"] };

/** An example request that fits the call's schema: its required fields, and those that make it clear. */
export function exampleRequest(name: string, { request, network }: Call): Json {
  const { properties = {}, required = [], $defs = {} } = described(z.strictObject(request), "input");
  const shown = [...required, ...(shownToo[name] ?? [])];
  const own = Object.entries(properties).filter(([field]) => shown.includes(field));
  return {
    ...(network === "optional" ? {} : { networkId: byName.networkId }),
    ...Object.fromEntries(own.map(([field, schema]) => [field, sample(field, schema, $defs)])),
  };
}

/** An example response that fits the call's schema. */
export function exampleAnswer(name: string, { answer }: Call): Json {
  const whole = described(z.object(answer), "output");
  const own = Object.entries(whole.properties ?? {}).filter(([field]) => leftOut[name]?.includes(field) !== true);
  const values = own.map(([field, schema]) => [field, sample(field, schema, whole.$defs ?? {})]);
  return { status: "ok", ...Object.fromEntries(values) };
}

interface Described extends Json {
  properties?: Record<string, Described>;
  required?: string[];
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  items?: Described;
  propertyNames?: Described;
  additionalProperties?: boolean | Described;
  $defs?: Record<string, Described>;
}
const described = (schema: z.ZodType, io: "input" | "output") => jsonSchema(schema, io) as Described;

function sample(field: string, schema: Described, defs: Record<string, Described>): unknown {
  const { $ref } = schema;
  if (typeof $ref === "string") return sample(field, defs[$ref.split("/").at(-1) ?? ""] ?? {}, defs);
  if (Array.isArray(schema.type)) {
    const type = schema.type.find((one) => one !== "null");
    return sample(field, { ...schema, type }, defs);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes(byName[field]) ? byName[field] : schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined)
    return sample(field, options.find(({ type }) => type !== "null") ?? { type: "null" }, defs);
  if (schema.type === undefined && schema.allOf?.[0] !== undefined) return sample(field, schema.allOf[0], defs);
  switch (schema.type) {
    case "array":
      return schema.items === undefined ? [] : [sample(field, schema.items, defs)];
    case "object":
      return objectOf(schema, defs);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return textOf(field, schema);
    case "integer":
    case "number":
      return numberOf(field, schema);
    default:
      return {};
  }
}

function objectOf(
  { properties = {}, required, propertyNames, additionalProperties }: Described,
  defs: Record<string, Described>,
): Json {
  // A map whose keys are known, as a text by language: one of them.
  const key: unknown = Array.isArray(propertyNames?.enum) ? propertyNames.enum[0] : undefined;
  if (typeof key === "string" && typeof additionalProperties === "object")
    return { [key]: sample(key, additionalProperties, defs) };
  // An example response has all of its fields; an example request has the necessary ones.
  const isSent = additionalProperties === false && Object.keys(properties).some((name) => !required?.includes(name));
  const own = Object.entries(properties).filter(
    ([name]) => !isSent || required?.includes(name) || name === "customerId",
  );
  return Object.fromEntries(own.map(([name, inner]) => [name, sample(name, inner, defs)]));
}

function textOf(field: string, { pattern, allOf = [], minLength, maxLength }: Described): string {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) =>
    typeof one === "string" ? [new RegExp(one)] : [],
  );
  const fits = (text: string) =>
    patterns.every((one) => one.test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? 1e6);
  const named = byName[field];
  if (typeof named === "string" && fits(named)) return named;
  if (patterns.length === 0)
    return fits("text") ? "text" : "text".padEnd(Number(minLength ?? 4), "x").slice(0, Number(maxLength ?? 4));
  return texts.find(fits) ?? "text";
}

function numberOf(field: string, { minimum, maximum }: Described): number {
  const wanted = typeof byName[field] === "number" ? Number(byName[field]) : 1;
  return Math.min(Math.max(wanted, Number(minimum ?? wanted)), Number(maximum ?? wanted));
}
