import type { Language } from "@guichet/contract/languages.ts";
import { alertLevelNames } from "@guichet/contract/maintenance.ts";
import type { AlertDetails } from "@guichet/contract/office/alerts/alerts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { instantAt, localTimeIn } from "@guichet/rules/dates/local-times.ts";

/** Where an alert is displayed: on every page, in cart and checkout, in the wallet; or it closes the shop. */
export const alertPlaces = ["everywhere", "ORDER", "VALIDATION", "closed"] as const;
export type AlertPlace = (typeof alertPlaces)[number];

/** An alert as it was typed; times are local ones of the network, as `2026-11-22T09:00`. */
export interface TypedAlert {
  level: string;
  place: string;
  message: Partial<Record<Language, string>>;
  displayAfter: string;
  displayBefore: string;
  estimatedEnd: string;
}

/** The fields of the form that can be wrong. */
export const alertFields = ["level", "flags", "message", "displayAfter", "displayBefore", "estimatedEnd"] as const;
export type AlertField = (typeof alertFields)[number];

/** The form of a new alert. */
export const emptyAlert: TypedAlert = {
  ...{ level: "NOTICE", place: "everywhere", message: {} },
  ...{ displayAfter: "", displayBefore: "", estimatedEnd: "" },
};

/** Where an alert is displayed. One for cart and wallet, which the form does not make, is shown as one for the cart. */
export const placeOf = ({ maintenance, flags }: Pick<AlertDetails, "maintenance" | "flags">): AlertPlace =>
  maintenance ? "closed" : (flags[0] ?? "everywhere");

/** What the form shows of an alert. */
export function typedOf(details: AlertDetails, timeZone: string): TypedAlert {
  const local = (instant: string | null) => (instant === null ? "" : localTimeIn(instant, timeZone));
  return {
    ...{ level: details.level, place: placeOf(details), message: details.message },
    displayAfter: local(details.displayAfter),
    displayBefore: local(details.displayBefore),
    estimatedEnd: local(details.estimatedEnd),
  };
}

/** Reads the form, as it was typed. */
export function typedIn(form: FormData, languages: readonly Language[]): TypedAlert {
  const one = (name: string) => `${form.get(name) ?? ""}`.trim();
  const texts = languages.map((language) => [language, one(`message-${language}`)] as const);
  return {
    ...{ level: one("level"), place: one("place") },
    message: Object.fromEntries(texts.filter(([, text]) => text !== "")),
    ...{ displayAfter: one("displayAfter"), displayBefore: one("displayBefore"), estimatedEnd: one("estimatedEnd") },
  };
}

type Wrong = "FIELD_INVALID" | "FIELD_REQUIRED";

/** The alert that was typed; otherwise the first field that is missing or wrong. */
export function alertOf(
  typed: TypedAlert,
  { languages, timeZone }: { languages: readonly Language[]; timeZone: string },
): Result<AlertDetails, Wrong> {
  const level = alertLevelNames.find((one) => one === typed.level);
  const place = alertPlaces.find((one) => one === typed.place);
  if (level === undefined) return err("FIELD_REQUIRED", { field: "level" });
  if (place === undefined) return err("FIELD_REQUIRED", { field: "flags" });
  const [first] = languages;
  if (first !== undefined && typed.message[first] === undefined) return err("FIELD_REQUIRED", { field: "message" });
  const isClosing = place === "closed";
  const details: AlertDetails = {
    ...{ level, maintenance: isClosing, flags: place === "ORDER" || place === "VALIDATION" ? [place] : [] },
    ...{ message: typed.message, displayAfter: null, displayBefore: null, estimatedEnd: null },
  };
  for (const field of ["displayAfter", "displayBefore", "estimatedEnd"] as const) {
    // The expected end belongs to a closed shop only.
    if (typed[field] === "" || (field === "estimatedEnd" && !isClosing)) continue;
    const instant = instantAt(typed[field], timeZone);
    if (instant === undefined) return err("FIELD_INVALID", { field });
    details[field] = instant;
  }
  return ok(details);
}
