import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { demoStaff } from "../apps/ticket-api/src/demo/staff.ts";
import type { JourneyLanguage } from "./journey-languages.ts";
import { counted } from "./office-tasks/counted-staff.ts";
import { operatorTasks } from "./office-tasks/operator-tasks.ts";
import { type Prepared, prepareAll, prepareHalf } from "./office-tasks/prepared.ts";
import { serviceTasks } from "./office-tasks/service-tasks.ts";
import type { Task } from "./office-tasks/task.ts";
import { type StaffUser, staffUserAt } from "./staff.ts";
import { openGuichet } from "./stage.ts";

const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

/** In this sequence: a parcel is shipped after its preparation, a card replaced after it was blocked. */
const tasks: readonly Task[] = [...serviceTasks, ...operatorTasks];

/** The actions of each task as the table in docs/office.md states them. */
function documentedActions(): Map<string, number> {
  const document = readFileSync(new URL("../docs/office.md", import.meta.url), "utf8");
  const section = document.split(/^## /mu).find((text) => text.startsWith("Daily tasks")) ?? "";
  const rows = [...section.matchAll(/^\| ([a-z][^|]*) \|.*: (\d) \|$/gmu)];
  return new Map(rows.map(([, name = "", actions]) => [name.trim(), Number(actions)]));
}

/** Does tasks one after the other, each from the home page by a member of the staff with its role; returns the actions that each took. */
async function actionsOf(
  chosen: readonly Task[],
  language: JourneyLanguage,
  prepared: Prepared,
): Promise<Map<string, number>> {
  const users = new Map<string, StaffUser>();
  const actions = new Map<string, number>();
  for (const { name, role, run } of chosen) {
    const email = demoStaff.find((person) => person.role === role)?.email ?? "";
    const user = users.get(role) ?? (await staffUserAt(guichet, email, language));
    if (!users.has(role)) onTestFinished(user.close);
    users.set(role, user);
    await user.page.goto(`${guichet.office}/demo`);
    const staff = counted(user);
    await run(staff, prepared).catch((cause: unknown) => {
      throw new Error(`${name}, in ${language}`, { cause });
    });
    actions.set(name, staff.actions);
  }
  return actions;
}

// covers: each daily task of the office takes four actions at most from the home page
it("the staff do each daily task with as many actions as the documentation says, four at most", {
  timeout: 300_000,
}, async () => {
  const actions = await actionsOf(tasks, "fr", await prepareAll(guichet));
  expect(Object.fromEntries(actions)).toEqual(Object.fromEntries(documentedActions()));
  expect(Math.max(...actions.values())).toBeLessThanOrEqual(4);
});

it("the same in Arabic, from right to left, for half of them", { timeout: 300_000 }, async () => {
  const half = tasks.filter(({ inArabic }) => inArabic);
  const documented = documentedActions();
  const actions = await actionsOf(half, "ar", await prepareHalf(guichet, "ar"));
  expect([...actions]).toEqual(half.map(({ name }) => [name, documented.get(name)]));
  expect(half.length).toBe(documented.size / 2);
});
