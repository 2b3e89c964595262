import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { demoStripeNotificationsPath } from "@guichet/contract/integrations/stripe.ts";
import { createSandbox, type SandboxSettings } from "../../../../sandbox/src/sandbox.ts";

export interface TestSandbox {
  url: string;
  smtpPort: number;
  /** Apple's notifications, with `walletAuthority`. */
  pushPort: number | undefined;
  close(): Promise<void>;
}

/**
 * The sandbox on free ports, in the process of the test: it serves HTTP and SMTP like the program, and starts in a twentieth of its time. A
 * test that kills the sandbox starts the program (`startSandboxProcess`).
 */
export async function openTestSandbox(
  more: Pick<SandboxSettings, "bankFilesFolder" | "walletAuthority"> = {},
): Promise<TestSandbox> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "guichet-sandbox-"));
  const sandbox = await createSandbox({ dataDir, logLevel: "error", ...more });
  const { url, smtpPort, pushPort } = await sandbox.listen({ host: "127.0.0.1", port: 0, smtpPort: 0 });
  return {
    url,
    smtpPort,
    pushPort,
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sets where the stand-in of Stripe sends its webhooks: to the Ticket API at this address. */
export async function sendWebhooksTo(ticketApiUrl: string, { url }: Pick<TestSandbox, "url">): Promise<void> {
  const response = await fetch(new URL("/payment/stripe/webhook-endpoint", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: new URL(demoStripeNotificationsPath, ticketApiUrl).href }),
  });
  if (!response.ok) throw new Error(`The webhook endpoint was not set up: ${response.status}`);
}
