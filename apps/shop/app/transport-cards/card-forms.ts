import { normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Read, Typed } from "../forms/form-values.ts";
import { birthDateIn, type Faults, textIn } from "../identity/forms/person-fields.ts";
import type { CardCode } from "./card-texts.ts";

const numberMax = 40;

/** A card as entered: its number and the bearer's birth date (§5). */
export interface CardData {
  mediaNumber: string;
  mediaCustomerBirthDate: string;
}

/** Reads number and birth date, in the browser and on the server. `today` in the network's zone. */
export function readCardData(typed: Typed, today: string): Read<CardData, CardCode> {
  const mediaNumber = normaliseCardNumber(textIn(typed, "mediaNumber")).slice(0, numberMax);
  const dateFaults: Faults = [];
  const birthDate = birthDateIn(typed, "birthDate", today, dateFaults);
  const missing = birthDate === null && dateFaults.length === 0;
  const faults = [
    ...(mediaNumber === "" ? [{ field: "mediaNumber", code: "CARD_NUMBER_REQUIRED" as const }] : []),
    ...(missing ? [{ field: "birthDate", code: "CARD_BIRTH_DATE_REQUIRED" as const }] : dateFaults),
  ];
  if (birthDate === null || faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { mediaNumber, mediaCustomerBirthDate: birthDate } };
}

/** The kinds of incident of a card. */
export const incidentKinds = ["lost", "stolen", "defective"] as const;

/** Reads the kind of incident and its confirmation. */
export function readIncident(
  typed: Typed,
): Read<{ incident: (typeof incidentKinds)[number]; confirmed: true; note?: string }, CardCode> {
  const incident = incidentKinds.find((kind) => kind === typed.incident);
  const faults = [
    ...(incident === undefined ? [{ field: "incident", code: "CARD_INCIDENT_REQUIRED" as const }] : []),
    ...(typed.sure === "yes" ? [] : [{ field: "sure", code: "CARD_SURE_REQUIRED" as const }]),
  ];
  if (incident === undefined || faults.length > 0) return { ok: false, faults };
  const note = textIn(typed, "note");
  return { ok: true, value: { incident, confirmed: true, ...(note === "" ? {} : { note }) } };
}
