import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first. Without measured times, the other files are ordered by size. */
export const longest = [
  "apps/ticket-api/src/orders/crash.test.ts",
  "apps/ticket-api/src/jobs/outages.test.ts",
  "apps/ticket-api/src/orders/takeover.test.ts",
  "apps/ticket-api/src/payments/payment-webhooks.test.ts",
  "apps/ticket-api/src/http/hostile-values.test.ts",
  "apps/ticket-api/src/payments/mandates/direct-debits.test.ts",
  "apps/ticket-api/src/payments/installments/installments.test.ts",
  "apps/ticket-api/src/payments/refunds/failed-refunds.test.ts",
  "scripts/start.test.ts",
  "scripts/installation.test.ts",
  "scripts/vignettes.test.ts",
  "e2e/accessibility.journey.ts",
  "e2e/office.journey.ts",
  "e2e/installments.journey.ts",
  "e2e/subscription.journey.ts",
  "e2e/present.journey.ts",
  "e2e/office-tasks.journey.ts",
  "e2e/express.journey.ts",
  "e2e/refused.journey.ts",
  "e2e/whole-family.journey.ts",
  "e2e/other-sign-ins.journey.ts",
  "e2e/tunnel-to-order.journey.ts",
  "e2e/development.journey.ts",
  "e2e/ticket-check.journey.ts",
  "e2e/entitlement.journey.ts",
  "e2e/network-settings.journey.ts",
  "e2e/alerts.journey.ts",
  "e2e/shipping.journey.ts",
  "e2e/vignette.journey.ts",
  "e2e/terminate.journey.ts",
];

/** Runs the projects in their configured order, and in each the slowest files first, so that no slow file is left at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const place = ({ project, moduleId }: TestSpecification): number => {
      const known = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return projects.indexOf(project.name) * (longest.length + 1) + (known < 0 ? longest.length : known);
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
