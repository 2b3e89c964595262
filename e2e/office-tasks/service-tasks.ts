import { done, goTo, goToQueue, type Task } from "./task.ts";

/** What is done with the orders, cards and data of customers. */
export const serviceTasks: readonly Task[] = [
  {
    name: "find out whether and how an order was paid",
    role: "agent",
    inArabic: true,
    async run(staff, { parcel }) {
      await staff.search(parcel);
      await staff.page.getByText(staff.t("orders.status.COMPLETED"), { exact: true }).first().waitFor();
    },
  },
  {
    name: "open or print an invoice",
    role: "reader",
    async run(staff, { parcel }) {
      const opened = staff.page.context().waitForEvent("page");
      await staff.search(parcel);
      await staff.press(staff.page.getByRole("link", { name: /F-DEMO-\d{4}-\d{6}/u }).first());
      await (await opened).close();
    },
  },
  {
    name: "correct the delivery address of a parcel",
    role: "agent",
    inArabic: true,
    async run(staff, { parcel }) {
      const { page, t } = staff;
      await staff.search(parcel);
      await staff.press(page.locator("summary").filter({ hasText: t("orders.delivery.correct") }));
      await staff.fill(async () => {
        await page.getByLabel(t("orders.delivery.addressRoute")).fill("5 quai des Brumes");
        await page.getByLabel(t("orders.delivery.reason")).fill("Numéro mal saisi");
      });
      await staff.press(page.getByRole("button", { name: t("orders.delivery.do") }));
      await done(staff, t("orders.done.delivery"));
    },
  },
  {
    name: "begin the preparation of a parcel",
    role: "agent",
    inArabic: true,
    async run(staff, { parcel }) {
      const { page, t } = staff;
      await staff.search(parcel);
      await staff.press(page.getByRole("button", { name: t("orders.action.begin") }));
      await done(staff, t("orders.done.begun", { count: 0, cards: "" }));
    },
  },
  {
    name: "ship a parcel",
    role: "agent",
    inArabic: true,
    async run(staff, { parcel }) {
      const { page, t } = staff;
      await goToQueue(staff, t("overview.queue.parcels"));
      await staff.press(page.getByRole("link", { name: parcel }));
      await staff.fill(async () => {
        await page.locator('input[name="trackingNumber"]').fill("6A123");
        await page.getByLabel(t("orders.action.sure.SHIPPING")).check();
      });
      await staff.press(page.getByRole("button", { name: t("orders.action.finish.SHIPPING") }));
      await done(staff, t("orders.done.SHIPPING"));
    },
  },
  {
    name: "refund a whole order",
    role: "agent",
    async run(staff, { order }) {
      const { page, t } = staff;
      await staff.search(order);
      await staff.press(page.locator("#refund"));
      await staff.fill(() => page.getByLabel(t("refunds.reason")).fill("Achat en double"));
      await staff.press(page.locator('main form[method="post"]').getByRole("button"));
      await done(staff, t("refunds.done.refunded"));
    },
  },
  {
    name: "block a lost card",
    role: "agent",
    inArabic: true,
    async run(staff, { card }) {
      const { page, t } = staff;
      await staff.search(card);
      await staff.fill(async () => {
        await page.locator('input[name="incident"][value="lost"]').check();
        await page.getByLabel(t("transport-cards.note")).fill("Perdue à la plage");
      });
      await staff.press(page.getByRole("button", { name: t("transport-cards.block") }));
      await done(staff, t("transport-cards.done.blocked", { count: 0 }));
    },
  },
  {
    name: "replace a blocked card",
    role: "agent",
    async run(staff, { card }) {
      const { page, t } = staff;
      await staff.search(card);
      await staff.press(page.getByRole("button", { name: t("transport-cards.replace") }));
      await done(staff, t("transport-cards.done.replaced", { count: 0 }));
    },
  },
  {
    name: "correct the name of a traveller",
    role: "agent",
    async run(staff) {
      const { page, t } = staff;
      await staff.search("Noé Morvan");
      await staff.press(page.getByRole("main").getByRole("link", { name: "Noé Morvan" }).first());
      await staff.fill(async () => {
        await page.getByLabel(t("travellers.first-name")).fill("Noa");
        await page.locator('input[name="kind"][value="same-person"]').check();
        await page.getByLabel(t("travellers.reason")).fill("Pièce d’identité présentée");
      });
      await staff.press(page.getByRole("button", { name: t("travellers.correct.do") }));
      await done(staff, t("travellers.done.same-person"));
    },
  },
  {
    name: "note what was agreed with a customer",
    role: "agent",
    async run(staff) {
      const { page, t } = staff;
      await staff.search("holder@demo.example");
      await staff.press(page.getByRole("main").getByRole("link", { name: "Camille Morvan", exact: true }).first());
      await staff.fill(() => page.getByLabel(t("customers.note"), { exact: true }).fill("Rappeler lundi"));
      await staff.press(page.getByRole("button", { name: t("customers.note.add") }));
      await done(staff, t("customers.done.note"));
    },
  },
  {
    name: "accept a submission of documents",
    role: "examiner",
    async run(staff, { submissions: [number] }) {
      const { page, t } = staff;
      await goToQueue(staff, t("overview.queue.documents"));
      await staff.press(page.getByRole("link", { name: number }));
      await staff.press(page.getByRole("button", { name: t("documents.take") }));
      await staff.press(page.getByRole("button", { name: t("documents.accept") }));
      await done(staff, t("documents.status.accepted"));
    },
  },
  {
    name: "refuse a submission with a reason",
    role: "examiner",
    async run(staff, { submissions: [, number] }) {
      const { page, t } = staff;
      await staff.search(number);
      await staff.press(page.getByRole("button", { name: t("documents.take") }));
      await staff.fill(() => page.getByLabel(t("documents.reason"), { exact: true }).selectOption("unreadable"));
      await staff.press(page.getByRole("button", { name: t("documents.refuse"), exact: true }));
      await done(staff, t("documents.status.refused"));
    },
  },
  {
    name: "check a ticket by its number",
    role: "inspector",
    inArabic: true,
    async run(staff, { ticket }) {
      const { page, t } = staff;
      await goTo(staff, t("shell.ticketCheck"));
      await staff.fill(() => page.getByLabel(t("ticket-checks.number")).fill(ticket));
      await staff.press(page.getByRole("button", { name: t("ticket-checks.check"), exact: true }));
      await page.getByRole("heading", { name: t("ticket-checks.outcome.valid"), exact: true }).waitFor();
    },
  },
];
