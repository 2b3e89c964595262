import { done, goTo, type Task } from "./task.ts";

/** What is done at the counter, and for all customers. */
export const operatorTasks: readonly Task[] = [
  {
    name: "open the cash drawer",
    role: "agent",
    inArabic: true,
    async run(staff) {
      const { page, t } = staff;
      await staff.open(t("shell.command.ownDrawer"));
      await staff.fill(() => page.getByLabel(t("counter.drawer.opening")).fill("50"));
      await staff.press(page.getByRole("button", { name: t("counter.drawer.open.do") }));
      await page.getByRole("heading", { level: 1, name: t("counter.title") }).waitFor();
    },
  },
  {
    name: "sell an article for cash",
    role: "agent",
    inArabic: true,
    async run(staff) {
      const { page, t } = staff;
      await goTo(staff, t("shell.counter"));
      const hour = page.locator("form", { has: page.locator('input[name="article"][value="ticket-1h"]') });
      await staff.press(hour.getByRole("button"));
      await staff.fill(() => page.getByLabel(t("counter.field.givenAmount")).fill("5"));
      await staff.press(page.locator("#pay"));
      await page.getByText(t("counter.done.sold")).waitFor();
    },
  },
  {
    name: "count and close the cash drawer",
    role: "agent",
    inArabic: true,
    async run(staff) {
      const { page, t } = staff;
      await staff.open(t("shell.command.ownDrawer"));
      await staff.fill(() => page.getByLabel(t("counter.drawer.counted"), { exact: true }).fill("51,30"));
      await staff.press(page.getByRole("button", { name: t("counter.drawer.close.do") }));
      await page.getByText(t("counter.drawer.done.closed")).waitFor();
    },
  },
  {
    name: "tell customers about a disruption",
    role: "manager",
    inArabic: true,
    async run(staff) {
      const { page, t } = staff;
      await staff.open(t("shell.command.newAlert"));
      await staff.fill(() => page.locator('textarea[name="message-fr"]').fill("Trams arrêtés ce soir"));
      await staff.press(page.getByRole("button", { name: t("alerts.publish") }));
      await done(staff, t("alerts.done.added"));
    },
  },
  {
    name: "close an agency for a day",
    role: "manager",
    async run(staff, { closingDay }) {
      const { page, t } = staff;
      await goTo(staff, t("shell.agencies"));
      await staff.press(page.getByRole("link", { name: "Agence Gare" }));
      const closing = page.locator("form", { has: page.locator('input[value="close-days"]') });
      await staff.fill(async () => {
        await closing.getByLabel(t("agencies.from")).fill(closingDay);
        await closing.getByLabel(t("agencies.reason")).fill("Travaux");
      });
      await staff.press(closing.getByRole("button", { name: t("agencies.close-days.do") }));
      await done(staff, t("agencies.done.changed"));
    },
  },
  {
    name: "create vouchers",
    role: "manager",
    async run(staff, { closingDay }) {
      const { page, t } = staff;
      await staff.open(t("shell.command.newVouchers"));
      await staff.fill(async () => {
        for (const [name, text] of Object.entries({ name: "Fête", count: "5", amount: "2", limit: "1" }))
          await page.locator(`input[name="${name}"]`).fill(text);
        await page.locator('input[name="validUntil"]').fill(closingDay);
      });
      await staff.press(page.getByRole("button", { name: t("vouchers.create") }));
      await done(staff, t("vouchers.done.created"));
    },
  },
  {
    name: "publish a draft of the catalogue",
    role: "manager",
    async run(staff, { draft }) {
      const { page, t } = staff;
      await goTo(staff, t("shell.catalogue"));
      await staff.press(page.getByRole("link", { name: draft }));
      await staff.fill(() => page.getByLabel(t("catalogue.reason")).fill("Décision du conseil"));
      await staff.press(page.getByRole("button", { name: t("catalogue.publish.do") }));
      await page.getByText(t("catalogue.done.published")).waitFor();
    },
  },
  {
    name: "download the FEC of last month",
    role: "accountant",
    async run(staff) {
      const { page, t } = staff;
      await goTo(staff, t("shell.finance"));
      const download = page.waitForEvent("download");
      await staff.press(page.getByRole("link", { name: t("finance.journal.fec") }));
      await (await download).path();
    },
  },
  {
    name: "invite a colleague",
    role: "admin",
    inArabic: true,
    async run(staff, { colleague }) {
      const { page, t } = staff;
      await staff.open(t("shell.command.inviteStaff"));
      await staff.fill(async () => {
        await page.getByLabel(t("staff.name"), { exact: true }).fill("Ana Silva");
        await page.getByLabel(t("staff.email"), { exact: true }).fill(colleague);
        await page.locator('input[name="role"][value="agent"]').check();
      });
      await staff.press(page.getByRole("button", { name: t("staff.invite.do") }));
      await page.getByRole("heading", { level: 1, name: "Ana Silva" }).waitFor();
    },
  },
];
