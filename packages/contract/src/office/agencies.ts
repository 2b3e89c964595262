import { z } from "zod";
import {
  agencyAddressMaxLength,
  agencyCityMaxLength,
  agencyDaysMax,
  agencyIndexMax,
  agencyLabelMaxLength,
  agencyOpeningsMax,
  agencyPostalCodeMaxLength,
} from "../limits/agency-limits.ts";
import { collectMovesMax } from "../limits/order-limits.ts";
import { Collect, OrderCollect } from "../orders.ts";
import { PackAgencies } from "../packs/pack-agencies.ts";
import { Id, Instant, RequestDay, YearDay } from "../values.ts";
import { AuditChange } from "./audit-log.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

const PackAgency = PackAgencies.shape.agencies.element;
const text = (max: number) => z.string().trim().max(max);

/** An agency as the staff enter it, which is what `agencies.json` has of it. */
export const AgencyDetails = PackAgency.omit({ id: true }).extend({
  index: z.int().min(0).max(agencyIndexMax).describe("Its place in lists, the lowest first"),
  label: text(agencyLabelMaxLength).min(1),
  addressRoute: text(agencyAddressMaxLength),
  addressPostalCode: text(agencyPostalCodeMaxLength),
  addressCity: text(agencyCityMaxLength),
  closedOn: z
    .array(z.union([RequestDay, YearDay]))
    .max(agencyDaysMax)
    .default([])
    .describe("Days on which it is closed: `YYYY-MM-DD`, or `MM-DD` for every year"),
  specialHours: z
    .array(PackAgency.shape.specialHours.unwrap().element.extend({ day: RequestDay }))
    .max(agencyDaysMax)
    .default([])
    .describe("Days with hours of their own, instead of those of their weekday"),
  openingHours: PackAgency.shape.openingHours.max(agencyOpeningsMax).describe("By weekday; 1 is Monday"),
});
export type AgencyDetails = z.infer<typeof AgencyDetails>;

const { slotMinutes, slotCapacity, closedOn, specialHours, services } = PackAgency.shape;
/** An agency as it is stored: nothing is left out. */
const StoredDetails = PackAgency.omit({ id: true }).extend({
  slotMinutes: slotMinutes.unwrap(),
  slotCapacity: slotCapacity.unwrap(),
  closedOn: closedOn.unwrap(),
  specialHours: specialHours.unwrap(),
  services: services.unwrap(),
});

/** Why an agency was not changed, in the refusal's details (`reason`). */
export const AgencyRefusal = z.enum(["changed", "promises", "full", "too-many"]);
export type AgencyRefusal = z.infer<typeof AgencyRefusal>;

/** What waits at an agency. */
export const AgencyWork = z.object({
  toPrepare: z.int().describe("Paid orders to prepare for their collection"),
  ready: z.int().describe("Orders that are ready and not collected"),
  openDrawers: z.int().describe("Open cash drawers"),
});

/** An agency with what waits there. */
export const OfficeAgency = z.object({
  agencyId: Id,
  version: z.int().describe("Changes with each change of the agency"),
  details: StoredDetails,
  closedAt: Instant.nullable().describe("When it was closed for good; null: it is not"),
  isOpenNow: z.boolean(),
  changedAt: Instant.nullable().describe("When the office last changed it; null: it is as the pack was imported"),
  changedBy: z.string().nullable(),
  work: AgencyWork,
});
export type OfficeAgency = z.infer<typeof OfficeAgency>;

export const listAgencies = staffCall("agencies", "GET", "listAgencies", {
  summary: "Lists the agencies of the network with what waits there, by their index; those closed for good come last.",
  permission: "agencies.read",
  request: {},
  answer: { agencies: z.array(OfficeAgency) },
  refusals: [],
});

/** An action of the staff on an agency. */
const AgencyAct = z.object({
  act: z.string(),
  by: z.string().nullable(),
  at: Instant,
  reason: z.string().nullable(),
  changes: z.array(AuditChange),
});

const agencyId = Id.describe("An agency, from the list");

export const getAgency = staffCall("agencies", "GET", "getAgency", {
  summary: "Answers an agency with its latest changes, and the orders promised at times when it is closed.",
  permission: "agencies.read",
  request: { agencyId },
  answer: {
    agency: OfficeAgency,
    history: z.array(AgencyAct).describe("The latest actions of the staff, the newest first"),
    toMove: z.int().describe("Orders promised at a time when it is closed, as after the import of a pack"),
  },
  refusals: ["NOT_FOUND"],
});

const details = AgencyDetails.describe("The agency as in `agencies.json`, without its id");

export const addAgency = staffCall("agencies", "POST", "addAgency", {
  summary: "Adds an agency; its id is made of its name.",
  permission: "agencies.manage",
  idempotent: true,
  request: { details },
  answer: { agencyId: Id },
  refusals: ["FIELD_INVALID"],
});

/** The collection of an order, as it was promised, and what is proposed instead. */
export const PromisedCollection = z.object({
  orderId: Id,
  number: z.string(),
  customer: z.string(),
  collect: OrderCollect,
  state: z.enum(["unpaid", "to-prepare", "ready"]),
  proposal: Collect.nullable().describe("The next free slot; null: none is free"),
});
export type PromisedCollection = z.infer<typeof PromisedCollection>;

/** A slot to which a promised collection can be moved. */
const FreeSlot = z.object({
  siteId: Id,
  label: z.string().describe("The name of the agency"),
  slotId: Id,
  startsAt: Instant,
  endsAt: Instant,
  placesLeft: z.int(),
});

const isClosed = z.boolean().describe("Whether it is closed for good");

export const previewAgencyChange = staffCall("agencies", "POST", "previewAgencyChange", {
  summary:
    "Lists the orders promised at times that a change of an agency closes, each with a free slot instead. Changes nothing.",
  permission: "agencies.manage",
  request: {
    agencyId,
    details,
    isClosed,
    targetId: Id.optional().describe("The agency of the proposals; default: the same, or another if it closes"),
  },
  answer: {
    targetId: Id.nullable().describe("The agency of the proposals; null: there is none"),
    promises: z.array(PromisedCollection).describe("In the order of their times"),
    slots: z
      .array(FreeSlot)
      .describe("Free slots at the agency itself, unless it closes, and at that of the proposals"),
    agencies: z
      .array(z.object({ agencyId: Id, label: z.string() }))
      .describe("The agencies at which these orders can be collected"),
  },
  refusals: ["NOT_FOUND", "FIELD_INVALID", "TRANSITION_NOT_ALLOWED"],
});

export const changeAgency = staffCall("agencies", "POST", "changeAgency", {
  summary:
    "Changes an agency, closes it for good or opens it again. Every order promised at a time that this closes is moved to the stated slot, and its customer gets an e-mail: all of it, or nothing.",
  permission: "agencies.manage",
  multiline: ["reason"],
  request: {
    agencyId,
    version: z.int32().describe("The version that was shown: a change of any other one is refused"),
    details,
    isClosed,
    moves: z
      .array(z.strictObject({ orderId: Id, ...Collect.shape }))
      .max(collectMovesMax)
      .optional()
      .describe("The new slot of each order that the preview lists: of all of them, and of no other"),
    reason: AuditReason,
  },
  answer: { agency: OfficeAgency, moved: z.int().describe("How many orders were moved") },
  refusals: ["NOT_FOUND", "FIELD_INVALID", "TRANSITION_NOT_ALLOWED"],
});

const orderId = Id.describe("A paid order that is not collected yet");

export const listCollectionSlots = staffCall("agencies", "GET", "listCollectionSlots", {
  summary: "Lists free slots to which the collection of an order can be moved when its customer asks for it.",
  permission: "orders.fulfil",
  request: { orderId, agencyId: Id.optional().describe("The agency of the slots; default: that of the order") },
  answer: {
    number: z.string().describe("The number of the order"),
    collect: OrderCollect,
    agencyId: Id.nullable().describe("The agency of the slots; null: no agency hands over orders"),
    slots: z.array(FreeSlot),
    agencies: z.array(z.object({ agencyId: Id, label: z.string() })),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const moveCollection = staffCall("agencies", "POST", "moveCollection", {
  summary: "Moves the collection of one order to another slot, as its customer asked, who gets an e-mail.",
  permission: "orders.fulfil",
  multiline: ["reason"],
  request: {
    orderId,
    seen: Collect.describe("The slot that the page showed: if it has changed since, nothing happens"),
    collect: Collect.describe("The new slot, from the list"),
    reason: AuditReason,
  },
  answer: { collect: OrderCollect },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
