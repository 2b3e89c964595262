import { RefundPolicy } from "@guichet/contract/packs/refund-policy.ts";
import { z } from "zod";
import { type Codec, type Inputs, json, money, number, percent, text } from "./typed-values.ts";

/** The terms of a refund that have an input each, with how they are typed. */
export const refundParts = {
  fee: "money",
  feePercent: "percent",
  refundPercent: "percent",
  minimum: "money",
  deadlineDays: "integer",
  lockedFirstDays: "integer",
  lockedLastDays: "integer",
  countedFrom: "one",
  usedUntil: "one",
} as const;
export type RefundPart = keyof typeof refundParts;
export const refundPartNames = Object.keys(refundParts) as RefundPart[];

/** The choices of those parts that have some. */
export const refundChoices = {
  countedFrom: ["purchase", "start"],
  usedUntil: ["yesterday", "today", "month-end"],
} as const;

const codecs = { money, percent, integer: number, one: text } as const satisfies Record<string, Codec>;
const codecOfPart = (part: RefundPart): Codec => codecs[refundParts[part]];

/** What has no input of its own: `feesByDay`, `usedPrices` by period and `withEvidence`, as in `catalogue.json`. */
const Rest = z.record(z.string(), z.unknown());
const TripPrice = z.strictObject({ trip: z.number(), periods: z.array(z.never()).optional() });

/** The refund policy of an article: its basis, a field for each usual term, and the rare ones as JSON. */
export const refund: Codec = {
  typed: (value, context) => {
    const { basis = "", usedPrices, ...terms } = Rest.parse(RefundPolicy.safeParse(value).data ?? {});
    const parts = refundPartNames.map((part) => {
      const isDefault = refundParts[part] === "money" && terms[part] === 0;
      return [part, codecOfPart(part).typed(isDefault ? undefined : terms[part], context)[""] ?? [""]] as const;
    });
    const trip = TripPrice.safeParse(usedPrices).data?.trip;
    const others = Object.entries(terms).filter(([name]) => !(name in refundParts));
    if (usedPrices !== undefined && trip === undefined) others.push(["usedPrices", usedPrices]);
    const more = others.length === 0 ? undefined : Object.fromEntries(others);
    return {
      ...{ basis: [`${basis}`], ...Object.fromEntries(parts) },
      ...{ trip: money.typed(trip, context)[""] ?? [""], more: json.typed(more, context)[""] ?? [""] },
    };
  },
  read: (inputs, context) => {
    const [basis, more] = [inputs.one("basis"), inputs.one("more")];
    if (basis === "") return more === "" ? undefined : inputs.wrong("required", "basis");
    const rest = more === "" ? {} : Rest.safeParse(json.read(partOf(inputs, "more"), context)).data;
    if (rest === undefined) return inputs.wrong("json", "more");
    // Without a refund its terms are hidden, and so is the price of a trip where none is charged.
    if (basis === "none") return { ...rest, basis };
    const typed = refundPartNames.filter((name) => inputs.one(name) !== "");
    const terms = typed.map((name) => [name, codecOfPart(name).read(partOf(inputs, name), context)] as const);
    const trip = basis === "used-value" ? money.read(partOf(inputs, "trip"), context) : undefined;
    if (basis === "used-value" && inputs.one("trip") === "" && rest.usedPrices === undefined)
      return inputs.wrong("required", "trip");
    if (terms.some(([, value]) => value === undefined)) return undefined;
    return { ...rest, ...Object.fromEntries(terms), basis, ...(trip === undefined ? {} : { usedPrices: { trip } }) };
  },
  first: () => "basis",
};

/** The input of one part as that of a field of its own. */
const partOf = (inputs: Inputs, suffix: string): Inputs => ({
  one: () => inputs.one(suffix),
  all: () => inputs.all(suffix),
  wrong: (why, _, more) => inputs.wrong(why, suffix, more),
});

/** The input of what the schema refuses inside a policy. */
export const refundInput = (inside: PropertyKey | undefined): RefundPart | "more" =>
  refundPartNames.find((part) => part === inside) ?? "more";
