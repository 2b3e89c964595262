import { execFile } from "node:child_process";
import { createHash, createPublicKey, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { demoPassType, type SandboxPush } from "@guichet/contract/integrations/sandbox-wallets.ts";
import {
  devicesPerPassMax,
  passesPerAccountAndHour,
  passNotifiedDays,
} from "@guichet/contract/limits/wallet-pass-limits.ts";
import { strFromU8, unzipSync } from "fflate";
import { jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { daysMs, hoursMs } from "../clock.ts";
import { readOutages } from "../jobs/outage-store.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { countAttempt, forgetAttempts } from "../rate-limits/attempt-store.ts";
import { soManyWait } from "../testing/held-rows.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { blockOrderTickets, unblockOrderTickets } from "../wallet/ticket-block-store.ts";
import { cancelTickets } from "../wallet/ticket-store.ts";
import { changedPassesOf } from "./device-store.ts";

const pack = testPack({
  network: { walletPasses: ["apple", "google"], languages: ["fr", "en", "ar"], accent: "#ffd400" },
  articles: [
    testArticle({
      id: "month",
      price: 0,
      name: { fr: "Mois", en: "Month" },
      validity: { from: "purchase", duration: "P1M" },
    }),
    testArticle({ id: "carnet", price: 0, trips: 10 }),
  ],
});
const run = promisify(execFile);

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [pack], walletPasses: true });
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps, { firstName: "Amal", lastName: "Haddad" });
});

async function bought(productId = "month") {
  const placed = await shop.api.call("placeOrder", orderOf(person, 0, { productId }), {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  const { items } = (await shop.api.call("tickets", { orderId: placed.body.orderId }, { token: person.token })).body;
  const [ticket] = items;
  if (ticket === undefined) throw new Error(`no ticket: ${JSON.stringify(placed.body)}`);
  return ticket;
}
const inTransaction = (change: (tx: Parameters<typeof cancelTickets>[0]) => Promise<unknown>) =>
  shop.api.deps.db.transaction().execute(change);
const cancel = async (orderId: string) => {
  await inTransaction((tx) => cancelTickets(tx, orderId, shop.api.clock.iso()));
  await shop.api.work.drain();
};
const applePass = async (ticketId: string, asking: Record<string, unknown> = {}) =>
  (await shop.api.call("applePass", { ticketId }, { token: person.token, ...asking })).body;
const filesOf = (bytes: Uint8Array | undefined) => unzipSync(bytes ?? new Uint8Array());
const passIn = (bytes: Uint8Array | undefined) =>
  JSON.parse(strFromU8(filesOf(bytes)["pass.json"] ?? new Uint8Array()));
const service = (method: string, way: string, token: string, options: { body?: unknown; since?: string } = {}) =>
  fetch(`${shop.api.url}/wallet-passes/v1${way}`, {
    method,
    headers: {
      authorization: `ApplePass ${token}`,
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.since === undefined ? {} : { "if-modified-since": options.since }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
const registration = (device: string, ticketId: string) =>
  `/devices/${device}/registrations/${demoPassType}/${ticketId}`;
const newToken = (start = "") => `${start}${randomBytes(32).toString("hex")}`;
/** Registers a device for a pass, as the phone does when the pass is added. */
const register = (device: string, ticketId: string, token: string, pushToken = newToken()) =>
  service("POST", registration(device, ticketId), token, { body: { pushToken } });
const outages = async () => (await readOutages(shop.api.deps.db)).map(({ party }) => party);
const sandboxItems = async <Item>(way: string): Promise<Item[]> =>
  (await (await fetch(new URL(way, shop.sandbox.url))).json()).items;
const pushesTo = async (token: string) =>
  (await sandboxItems<SandboxPush>("/wallets/pushes")).filter((push) => push.token === token);
interface GoogleObject {
  id: string;
  state: string;
  barcode?: { value: string };
  header: { defaultValue: { value: string }; translatedValues?: { language: string; value: string }[] };
}
const googleObjectOf = async (ticketId: string) =>
  (await sandboxItems<GoogleObject>("/google-wallet/objects")).find(({ id }) => id.endsWith(ticketId));

// covers: Tickets can be added to the wallet app of a phone
test("a ticket whose barcode stays the same is offered; a carnet, whose barcode changes with each trip, is not", async () => {
  expect((await bought()).wallets).toEqual(["apple", "google"]);
  const carnet = await bought("carnet");
  expect(carnet.wallets).toBeUndefined();
  expect((await applePass(carnet.ticketId)).error?.code).toBe("TICKET_UNUSABLE");
});

// covers: Tickets can be added to the wallet app of a phone
test("OpenSSL verifies the signature of a pass; its manifest has the digest of every file", async () => {
  const { ticketId } = await bought();
  const files = filesOf((await applePass(ticketId)).bytes);
  const manifest: Record<string, string> = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array()));
  const listed = Object.keys(files).filter((name) => name !== "manifest.json" && name !== "signature");
  expect(Object.keys(manifest).sort()).toEqual(listed.sort());
  for (const [name, bytes] of Object.entries(files))
    if (name in manifest) expect(createHash("sha1").update(bytes).digest("hex"), name).toBe(manifest[name]);
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-pass-"));
  const [signature, content] = [path.join(folder, "signature"), path.join(folder, "manifest.json")];
  const verify = () =>
    run("openssl", [
      ...["smime", "-verify", "-binary", "-inform", "DER", "-in", signature, "-content", content],
      ...["-CAfile", shop.api.deps.config.walletPasses.apple?.wwdrFile ?? ""],
    ]);
  await writeFile(signature, files.signature ?? new Uint8Array());
  await writeFile(content, files["manifest.json"] ?? new Uint8Array());
  expect((await verify()).stderr).toContain("Verification successful");
  await writeFile(content, "{}");
  await expect(verify()).rejects.toThrow();
  await rm(folder, { recursive: true });
}, 60_000);

test("a pass shows code, traveller and validity in the person's language, and has the network's other languages", async () => {
  const ticket = await bought();
  const { bytes } = await applePass(ticket.ticketId, { headers: {} });
  expect(passIn(bytes)).toMatchObject({
    passTypeIdentifier: demoPassType,
    serialNumber: ticket.ticketId,
    voided: false,
    expirationDate: expect.stringContaining((ticket.validUntil ?? "none").slice(0, 10)),
    // Black on yellow: the higher contrast.
    ...{ backgroundColor: "rgb(255, 212, 0)", foregroundColor: "rgb(0, 0, 0)" },
    barcodes: [{ format: "PKBarcodeFormatAztec", message: ticket.code, altText: ticket.serial }],
    generic: { primaryFields: [{ value: "Mois" }] },
  });
  expect(JSON.stringify(passIn(bytes))).toContain("Amal Haddad");
  const files = filesOf(bytes);
  expect(strFromU8(files["en.lproj/pass.strings"] ?? new Uint8Array())).toMatch(/"Mois" = "Month"/);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(["ar.lproj/pass.strings", "icon.png", "icon@3x.png"]));
  expect(Object.keys(files)).not.toContain("fr.lproj/pass.strings");
});

// covers: A pass in a phone's wallet changes when its ticket does
test("a cancelled ticket is announced to its devices, and fetched again it is void", async () => {
  const { ticketId, orderId } = await bought();
  const { authenticationToken: token, webServiceURL } = passIn((await applePass(ticketId)).bytes);
  expect(webServiceURL).toBe(`${shop.api.url}/wallet-passes`);
  const device = crypto.randomUUID();
  const pushToken = newToken();
  expect((await register(device, ticketId, token)).status).toBe(201);
  expect((await register(device, ticketId, token, pushToken)).status).toBe(200);
  const list = (tag = "") => service("GET", `/devices/${device}/registrations/${demoPassType}${tag}`, "");
  const { serialNumbers, lastUpdated } = await (await list()).json();
  expect(serialNumbers).toEqual([ticketId]);
  const fetched = (since?: string) =>
    service("GET", `/passes/${demoPassType}/${ticketId}`, token, since === undefined ? {} : { since });
  const before = (await fetched()).headers.get("last-modified") ?? "";
  expect((await fetched(before)).status).toBe(304);

  await cancel(orderId);
  expect(await pushesTo(pushToken)).toMatchObject([{ topic: demoPassType }]);
  expect((await (await list(`?passesUpdatedSince=${lastUpdated}`)).json()).serialNumbers).toEqual([ticketId]);
  const after = await fetched(before);
  expect(after.status).toBe(200);
  const pass = passIn(new Uint8Array(await after.arrayBuffer()));
  expect(pass).toMatchObject({ voided: true, generic: { secondaryFields: [{ key: "state", value: "Annulé" }, {}] } });
  expect(pass.barcodes).toBeUndefined();
  expect((await fetched(after.headers.get("last-modified") ?? "")).status).toBe(304);

  expect((await service("DELETE", registration(device, ticketId), token)).status).toBe(200);
  expect((await list()).status).toBe(204);
});

test("a token opens its own pass only, and the pass of another account is not found", async () => {
  const [one, other] = [await bought(), await bought()];
  const { authenticationToken: token } = passIn((await applePass(one.ticketId)).bytes);
  await applePass(other.ticketId);
  const passOf = ({ ticketId }: { ticketId: string }) => `/passes/${demoPassType}/${ticketId}`;
  expect((await service("GET", passOf(one), token)).status).toBe(200);
  const foreign = registration("device", other.ticketId);
  const refused = await Promise.all([
    service("GET", passOf(other), token),
    service("GET", passOf(one), `${token.slice(0, -2)}xx`),
    service("GET", `/passes/pass.org.other/${one.ticketId}`, token),
    service("POST", foreign, token, { body: { pushToken: newToken() } }),
    service("DELETE", foreign, token),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const { token: stranger } = await testPerson(shop.api.deps);
  expect((await applePass(one.ticketId, { token: stranger })).error?.code).toBe("NOT_FOUND");
  const link = await shop.api.call("googlePass", { ticketId: one.ticketId }, { token: stranger });
  expect(link.body.error?.code).toBe("NOT_FOUND");
});

test("a device that no longer has the pass is forgotten, and an unreachable service is asked again", async () => {
  const { ticketId, orderId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const [gone, kept] = [crypto.randomUUID(), newToken()];
  await register(gone, ticketId, token, newToken("deaddead"));
  await register(crypto.randomUUID(), ticketId, token, kept);
  const fetched = (since = "") => service("GET", `/passes/${demoPassType}/${ticketId}`, token, { since });
  const before = (await fetched()).headers.get("last-modified") ?? "";
  await behave("apple-down", 2);
  await inTransaction((tx) => blockOrderTickets(tx, { networkId: "north", orderId, at: shop.api.clock.iso() }));
  // A phone that fetches the pass before it is told gets it.
  expect((await fetched(before)).status).toBe(200);
  await shop.api.work.drain();
  expect([await pushesTo(kept), await outages()]).toEqual([[], ["apple-push"]]);
  await shop.pass(60_000);
  expect(await pushesTo(kept)).toHaveLength(1);
  expect(await outages()).toEqual([]);
  const left = await service("GET", `/devices/${gone}/registrations/${demoPassType}`, "");
  expect(left.status).toBe(204);
});

test("a pass is kept up to date on a limited number of devices", async () => {
  const { ticketId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const devices = Array.from({ length: devicesPerPassMax + 2 }, () => crypto.randomUUID());
  const registered = await Promise.all(devices.map((device) => register(device, ticketId, token)));
  const statuses = registered.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(devicesPerPassMax).fill(201), 403, 403]);
});

test("a device has an id and a token that are no paths", async () => {
  const { ticketId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const refused = [
    await register("a.b", ticketId, token),
    await register("device", ticketId, token, "../../3/device"),
    await register("device", ticketId, token, "ab12"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
});

// covers: A pass in a phone's wallet changes when its ticket does
test("a pass has no barcode if its ticket is cancelled while it is made, or before the phone registers", async () => {
  const { ticketId, orderId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const { db, clock } = shop.api.deps;
  const made = await db.transaction().execute(async (tx) => {
    await cancelTickets(tx, orderId, clock.iso());
    const meanwhile = applePass(ticketId);
    await soManyWait(db, 1, "insert into wallet_pass");
    return { meanwhile };
  });
  const pass = passIn((await made.meanwhile).bytes);
  expect([pass.voided, pass.barcodes]).toEqual([true, undefined]);
  await shop.api.work.drain();
  const pushToken = newToken();
  expect((await register(crypto.randomUUID(), ticketId, token, pushToken)).status).toBe(201);
  await shop.api.work.drain();
  expect(await pushesTo(pushToken)).toHaveLength(1);
});

test("devices are not notified of a ticket that ended long ago", async () => {
  const { ticketId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const pushToken = newToken();
  await register(crypto.randomUUID(), ticketId, token, pushToken);
  const endedFor = async (days: number) => {
    const until = new Date(shop.api.clock.now().getTime() - daysMs(days)).toISOString();
    await sql`update ticket set valid_until = ${until} where id = ${ticketId}`.execute(shop.api.deps.db);
    await shop.api.work.drain();
    return (await pushesTo(pushToken)).length;
  };
  expect([await endedFor(passNotifiedDays - 1), await endedFor(passNotifiedDays + 1)]).toEqual([1, 1]);
});

test("an address requests a limited number of lists and reports, and a list has a limited length", async () => {
  const { db, clock } = shop.api.deps;
  const device = crypto.randomUUID();
  for (let tickets = 0; tickets < 2; tickets += 1) {
    const { ticketId } = await bought();
    await register(device, ticketId, passIn((await applePass(ticketId)).bytes).authenticationToken);
  }
  const requests = () =>
    Promise.all([
      service("GET", `/devices/${device}/registrations/${demoPassType}`, ""),
      service("POST", "/log", "", { body: { logs: ["a fault"] } }),
    ]);
  expect((await requests()).map(({ status }) => status)).toEqual([200, 200]);
  expect(await changedPassesOf(db, device, undefined, 1)).toHaveLength(1);
  const subjects = ["wallet-pass-list:127.0.0.1", "wallet-pass-log:127.0.0.1"];
  const blocked = { limit: 1, windowMs: hoursMs(1), blockMs: hoursMs(1) };
  for (const subject of subjects) await countAttempt(db, "", subject, clock.now(), blocked);
  expect((await requests()).map(({ status }) => status)).toEqual([429, 429]);
  for (const subject of subjects) await forgetAttempts(db, "", subject);
});

// covers: A pass in a phone's wallet changes when its ticket does
test("the save link for Google is signed for the shop, and the object there follows the ticket", async () => {
  const { ticketId, orderId, code } = await bought();
  const { url } = (await shop.api.call("googlePass", { ticketId }, { token: person.token })).body;
  const { keyFile = "" } = shop.api.deps.config.walletPasses.google ?? {};
  const publicKey = await readFile(path.join(path.dirname(keyFile), "google-public-key.pem"));
  const jwt = url.split("/").at(-1) ?? "";
  const { payload } = await jwtVerify(jwt, createPublicKey(publicKey), { audience: "google", algorithms: ["RS256"] });
  const object = await googleObjectOf(ticketId);
  expect(payload).toMatchObject({ typ: "savetowallet", payload: { genericObjects: [{ id: object?.id }] } });
  expect(payload.origins).toEqual([new URL(shop.api.deps.config.shopUrl).origin]);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${url.slice(0, -4)}AAAA`)).status).toBe(400);
  expect(object).toMatchObject({
    state: "ACTIVE",
    barcode: { value: code },
    header: { defaultValue: { value: "Mois" }, translatedValues: [{ language: "en", value: "Month" }, {}] },
  });

  await inTransaction((tx) => blockOrderTickets(tx, { networkId: "north", orderId, at: shop.api.clock.iso() }));
  await shop.api.work.drain();
  expect(await googleObjectOf(ticketId)).toMatchObject({ state: "INACTIVE" });
  expect((await googleObjectOf(ticketId))?.barcode).toBeUndefined();
  await inTransaction((tx) => unblockOrderTickets(tx, { networkId: "north", orderId }));
  await shop.api.work.drain();
  expect(await googleObjectOf(ticketId)).toMatchObject({ state: "ACTIVE", barcode: { value: code } });
});

test("while Google does not answer, the request says so, and a change is written later", async () => {
  const { ticketId, orderId } = await bought();
  const asked = () => shop.api.call("googlePass", { ticketId }, { token: person.token });
  await behave("google-down", 1);
  expect(await asked()).toMatchObject({ http: 503, body: { error: { code: "UNAVAILABLE" } } });
  expect((await asked()).http).toBe(200);
  await behave("google-down", 1);
  await cancel(orderId);
  expect(await googleObjectOf(ticketId)).toMatchObject({ state: "ACTIVE" });
  expect(await outages()).toEqual(["google-wallet"]);
  await shop.pass(60_000);
  expect(await googleObjectOf(ticketId)).toMatchObject({ state: "EXPIRED" });
  expect(await outages()).toEqual([]);
});

test("the passes of an erased person show neither name nor code, and their devices are forgotten", async () => {
  const { ticketId } = await bought();
  const { authenticationToken: token } = passIn((await applePass(ticketId)).bytes);
  const device = crypto.randomUUID();
  await register(device, ticketId, token);
  await shop.api.call("googlePass", { ticketId }, { token: person.token });
  await inTransaction((tx) => eraseAccount(tx, shop.api.deps, "north", person.accountId));
  await shop.api.work.drain();
  const object = await googleObjectOf(ticketId);
  expect(object).toMatchObject({ state: "EXPIRED" });
  const fetched = await service("GET", `/passes/${demoPassType}/${ticketId}`, token);
  const pass = passIn(new Uint8Array(await fetched.arrayBuffer()));
  expect(pass.voided).toBe(true);
  for (const shown of [object, pass]) expect(JSON.stringify(shown)).not.toMatch(/Haddad|AZTEC|Aztec/);
  expect((await service("GET", `/devices/${device}/registrations/${demoPassType}`, "")).status).toBe(204);
});

test("an account requests a limited number of passes an hour", async () => {
  const { ticketId } = await bought();
  const { db, clock } = shop.api.deps;
  const hour = 3_600_000;
  const limit = { limit: passesPerAccountAndHour, windowMs: hour, blockMs: hour };
  for (let request = 1; request < passesPerAccountAndHour; request += 1)
    await countAttempt(db, "north", `wallet-pass:${person.accountId}`, clock.now(), limit);
  expect((await applePass(ticketId)).error).toBeUndefined();
  expect((await applePass(ticketId)).error?.code).toBe("TOO_MANY_REQUESTS");
});

async function behave(next: string, count: number): Promise<void> {
  const response = await fetch(new URL("/wallets/behaviour", shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ next, count }),
  });
  if (!response.ok) throw new Error(`the sandbox refused ${next}`);
}
