import { openAlertsMax } from "@guichet/contract/limits/alert-limits.ts";
import { BeaconAlert, BeaconAnswer } from "@guichet/contract/maintenance.ts";
import type { AlertDetails, OfficeAlert } from "@guichet/contract/office/alerts/alerts.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { later, minutesMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let api: TestApi;
let manager: TestStaff;
let agent: TestStaff;
beforeAll(async () => {
  api = await openTestApi();
  manager = await testStaff(api, { north: ["manager"], south: ["manager"] }, "Mia Manager");
  agent = await testStaff(api, { north: ["agent"] });
});
afterAll(() => api.close());

const alert = (text: string, more: Partial<AlertDetails> = {}): AlertDetails => ({
  ...{ level: "WARNING", flags: [], maintenance: false, message: { fr: text, en: `${text} (en)` } },
  ...{ displayAfter: null, displayBefore: null, estimatedEnd: null, ...more },
});
const inMinutes = (minutes: number) => later(api.clock.now(), minutesMs(minutes)).toISOString();
const add = async (details: AlertDetails, network = "north", by = manager) =>
  (await api.call("addAlert", { details }, { network, token: by.token, idempotencyKey: crypto.randomUUID() })).body;
const withdraw = ({ alertId, version }: OfficeAlert) =>
  api.call("withdrawAlert", { alertId, version, reason: "Over" }, { token: manager.token });
/** What the shop gets for a network, parsed as it does. */
async function beacon(channel = "network/north,network/north/ORDER") {
  const response = await fetch(`${api.url}/beacon?${new URLSearchParams({ channel, displayed: "true" })}`);
  const { payload } = BeaconAnswer.parse(await response.json());
  const alerts = payload.map((one) => BeaconAlert.parse(one));
  return { cacheControl: response.headers.get("cache-control"), alerts };
}
const texts = async (channel?: string) =>
  (await beacon(channel)).alerts.map(({ message }) => (typeof message === "object" ? message.fr : message));

// covers: alerts that the staff publish are served by our own beacon, by network, flag and time
test("an alert is in the beacon of its network while it is displayed, with its texts and flags", async () => {
  const everywhere = (await add(alert("Grève", { displayBefore: inMinutes(20) }))).alert;
  const order = (await add(alert("Panne", { level: "CRITICAL", flags: ["ORDER"] }))).alert;
  const planned = (await add(alert("Demain", { displayAfter: inMinutes(10), displayBefore: inMinutes(40) }))).alert;
  await add(alert("Sud"), "south");
  expect([everywhere.state, order.state, planned.state]).toEqual(["displayed", "displayed", "planned"]);
  expect(await texts()).toEqual(["Grève", "Panne"]);
  expect(await texts("global,network/north")).toEqual(["Grève"]);
  expect(await texts("global")).toEqual([]);
  expect(await texts("network/north,network/south")).toEqual(["Grève", "Sud"]);
  expect(await texts("network/%00,network/north/x".replace("%00", "\0"))).toEqual([]);
  const { alerts, cacheControl } = await beacon();
  expect(cacheControl).toBe("public, max-age=10");
  expect(alerts[1]).toMatchObject({
    level: "CRITICAL",
    flags: ["ORDER"],
    channel: "network/north",
    maintenance: false,
  });

  api.clock.setOffset(api.clock.offsetMs() + minutesMs(10) - 5_000);
  expect(await texts("network/north")).toEqual(["Grève", "Demain"]);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(11));
  expect(await texts("network/north")).toEqual(["Demain"]);
  for (const one of [order, planned]) expect((await withdraw(one)).body.alert.state).toBe("withdrawn");
  expect(await texts()).toEqual([]);
});

// covers: a maintenance closes the shop at its time; of two people who change an alert the second is refused
test("of two people who change an alert, the second is refused; the log has what was changed", async () => {
  const { alert: first } = await add(alert("Fermé", { maintenance: true, displayAfter: inMinutes(20) }));
  const { alertId, version } = first;
  const change = (details: AlertDetails) =>
    api.call("changeAlert", { alertId, version, details }, { token: manager.token });
  const ends = inMinutes(50);
  const details = { ...first.details, displayBefore: ends, estimatedEnd: ends };
  expect((await change(details)).body.alert).toMatchObject({ version: 2, changedBy: "Mia Manager" });
  expect((await change(first.details)).body.error?.details).toEqual({ reason: "changed" });
  expect((await withdraw(first)).body.error?.details).toEqual({ reason: "changed" });
  const { history, alert: now } = (await api.call("getAlert", { alertId }, { token: agent.token })).body;
  expect(now.details).toEqual(details);
  expect(history.map(({ act, changes }) => [act, changes.map(({ field, after }) => [field, after])])).toEqual([
    [
      "alert.change",
      [
        ["alert-until", ends],
        ["alert-end", ends],
      ],
    ],
    [
      "alert.add",
      expect.arrayContaining([
        ["alert-place", "closed"],
        ["alert-level", "WARNING"],
      ]),
    ],
  ]);
  const { alert: last } = (await withdraw(now)).body;
  const again = { alertId, version: last.version, details };
  expect((await api.call("changeAlert", again, { token: manager.token })).body.error?.details).toEqual({
    reason: "withdrawn",
  });
});

test("a wrong alert is refused with its field, and an agent only reads", async () => {
  expect((await add(alert("Panne", { maintenance: true, flags: ["ORDER"] }))).error).toMatchObject({
    ...{ code: "FIELD_INVALID", details: { field: "flags" } },
  });
  expect((await add({ ...alert("Panne"), message: { en: "Only English" } })).error?.details).toEqual({
    field: "message",
  });
  expect((await add(alert("Panne"), "north", agent)).error?.code).toBe("ROLE_NOT_ALLOWED");
  const listed = await api.call("listAlerts", { state: "past", limit: 1 }, { token: agent.token });
  expect(listed.body.items.map(({ details }) => details.message.fr)).toEqual(["Grève"]);
  const page = (await api.call("listAlerts", { limit: 2 }, { token: agent.token })).body;
  const next = await api.call("listAlerts", { limit: 2, cursor: page.nextCursor ?? "" }, { token: agent.token });
  const seen = [...page.items, ...next.body.items].map(({ details }) => details.message.fr);
  expect(seen).toEqual(["Fermé", "Demain", "Panne", "Grève"]);
  expect((await fetch(`${api.url}/beacon?displayed=maybe`)).status).toBe(400);
});

// covers: a network has at most 20 alerts that are displayed or planned, which a shop reads in one answer
test("more alerts than a shop reads are refused, also of those sent at once", async () => {
  const sent = await Promise.all(
    Array.from({ length: openAlertsMax + 2 }, (_, index) => add(alert(`Panne ${index}`), "south")),
  );
  const refused = sent.filter(({ error }) => error !== undefined);
  expect(refused.map(({ error }) => error?.details)).toEqual(refused.map(() => ({ reason: "too-many" })));
  expect(await texts("network/south")).toHaveLength(openAlertsMax);
});
