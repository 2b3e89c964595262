import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { until } from "@guichet/postgres/waiting.ts";
import { expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../apps/sandbox/src/sandbox.ts";
import { freePort } from "../scripts/start/ports.ts";
import { type Containers, isHealthy, readComposeFile, runService, serviceOf, startService } from "./compose.ts";
import { secured } from "./proxy/certificate.ts";
import { ledgerOf, mailTo } from "./sandbox.ts";
import { buyAsGuest, shopperAt } from "./shopper.ts";
import { browserOfTest } from "./stage.ts";
import { wordsIn } from "./words.ts";

const free = () => freePort("127.0.0.1", 0, "a port");
const patienceMs = 60_000;
/** The operator's shop at Lyra. Of the two providers, this one names its platform by address, also in production. */
const lyraShop = { shopId: "52417890", password: "prodpassword_ofOurShop" };

/** A payment provider and a mail server, as third parties run them, without demo content. */
async function outsideParties(dataDir: string): Promise<{ url: string; smtpPort: number }> {
  const provider = await createSandbox({
    dataDir: path.join(dataDir, "provider"),
    lyra: lyraShop,
    logLevel: "silent",
    broken: () => undefined,
  });
  onTestFinished(() => provider.close());
  return provider.listen({ host: "127.0.0.1", port: 0, smtpPort: 0 });
}

/** The demo's pack, paid at Lyra. */
async function packPaidAtLyra(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "pack");
  await cp(path.join(import.meta.dirname, "../networks/demo"), folder, { recursive: true });
  const file = path.join(folder, "network.json");
  const network = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...network, payment: { provider: "lyra" } }));
  return folder;
}

// covers §1: in production, set up by the compose file alone
it("an installation set up by the compose file alone, in production, sells a ticket to a guest", {
  timeout: 300_000,
}, async () => {
  const file = await readComposeFile();
  const dataDir = await mkdtemp(path.join(tmpdir(), "guichet-compose-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await openPostgres({ dataDir, role: "test" });
  onTestFinished(() => postgres.close());
  const outside = await outsideParties(dataDir);
  const platform = await secured(outside.url, dataDir);
  onTestFinished(() => platform.close());
  const ports = { SHOP_PORT: `${await free()}`, API_PORT: `${await free()}`, OFFICE_PORT: `${await free()}` };
  const containers: Containers = {
    env: {
      POSTGRES_PASSWORD: "a-long-password",
      SHOP_PUBLIC_URL: `http://localhost:${ports.SHOP_PORT}`,
      API_PUBLIC_URL: `http://localhost:${ports.API_PORT}`,
      OFFICE_PUBLIC_URL: `http://localhost:${ports.OFFICE_PORT}`,
      LYRA_SHOP_ID: lyraShop.shopId,
      LYRA_PASSWORD: lyraShop.password,
      LYRA_URL: platform.url,
      NODE_EXTRA_CA_CERTS: platform.certificate,
      SMTP_URL: `smtp://127.0.0.1:${outside.smtpPort}`,
    },
    addresses: [
      ["postgresql://guichet:a-long-password@postgres:5432/guichet", postgres.url],
      ["http://api:3001", `http://127.0.0.1:${ports.API_PORT}`],
      ["127.0.0.1:3000", `127.0.0.1:${ports.SHOP_PORT}`],
      ["127.0.0.1:3001", `127.0.0.1:${ports.API_PORT}`],
      ["127.0.0.1:3002", `127.0.0.1:${ports.OFFICE_PORT}`],
    ],
    ports,
  };
  const start = (name: string) => {
    const { child, printed } = startService(serviceOf(file, name), containers);
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    });
    return { child, printed };
  };
  const startHealthy = async (name: string) => {
    const { printed } = start(name);
    const asked = async () => ((await isHealthy(serviceOf(file, name), containers)) ? true : undefined);
    expect(await until(patienceMs, asked), `${name}: ${printed()}`).toBe(true);
  };
  const run = (...words: string[]) => runService(serviceOf(file, "run"), words, containers);
  const keyIn = (printed: string) => /[\w-]{43}/.exec(printed)?.[0] ?? "";

  const { child: migration, printed } = start("migrate");
  expect(await once(migration, "exit"), printed()).toEqual([0, null]);
  containers.env.API_CLIENT_KEY = keyIn(await run("client", "--", "make", "shop"));
  containers.env.OFFICE_CLIENT_KEY = keyIn(await run("client", "--", "make", "office", "--right", "office"));
  await run("network", "--", "import", await packPaidAtLyra(dataDir), "--client", "shop");
  await run("client", "--", "bind", "office", "demo");
  containers.env.DEFAULT_NETWORK = "demo";
  for (const name of ["api", "shop", "office"]) await startHealthy(name);

  const browser = await browserOfTest({ locale: "fr-FR", viewport: { width: 360, height: 740 } });
  const shopper = shopperAt(await browser.context.newPage(), wordsIn("fr"));
  const email = "passage@courriel.example";
  await shopper.page.goto(containers.env.SHOP_PUBLIC_URL ?? "");
  const orderId = await buyAsGuest(shopper, email, "ticket-1h", 130);
  const { url: sandbox } = outside;
  const captures = (await ledgerOf({ sandbox }, orderId)).filter(({ kind }) => kind === "capture");
  expect(captures).toMatchObject([{ amount: { amount: 130, currency: "EUR" } }]);
  const mail = await mailTo({ sandbox }, email, ({ attachments }) => attachments.length > 0);
  expect(mail.attachments).toHaveLength(2);
});

// covers §1: in production, set up by the compose file alone
it("the services trust forwarded addresses from containers of this network and nginx on the host, and are published to the host only", async () => {
  const file = await readComposeFile();
  const [network] = file.networks.default.ipam.config;
  const trusted = new BlockList();
  const parts = ["api", "shop", "office"].map((name) => serviceOf(file, name));
  for (const { environment, ports } of parts) {
    for (const one of (environment.TRUSTED_PROXIES ?? "").split(",").filter((each) => each.includes("/"))) {
      const [address = "", bits] = one.split("/");
      trusted.addSubnet(address, Number(bits));
    }
    expect(ports).toHaveLength(1);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
  }
  const [first = ""] = (network?.subnet ?? "").split("/");
  expect(trusted.check(first.replace(/0$/, "1"))).toBe(true);
  expect(trusted.check(first.replace(/0$/, "254"))).toBe(true);
  expect(trusted.check("172.17.0.1")).toBe(false);
});
