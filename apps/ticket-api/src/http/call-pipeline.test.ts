import { sign } from "@guichet/contract/signature.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** The part of the description that lists a call's parameters. */
const Described = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      parameters: z.array(z.object({ name: z.string() })),
      requestBody: z
        .object({ content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string() }) })) })
        .optional(),
    }),
  ),
);
const NamedSchemas = z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).default({}) }));
const path = "/tests/request";
const code = (reply: { body: Record<string, unknown> }) => (reply.body.error as { code: string } | undefined)?.code;

// covers §7: signature
// covers §7: tests/request
test("the test request echoes what was received and reports whether the signature is valid", async () => {
  const held = await api.call("testRequest", { payload: { b: [1, null] } });
  expect(held).toMatchObject({
    http: 200,
    body: { status: "ok", signatureHeld: true, received: { payload: { b: [1, null] } } },
  });
  const forged = await api.send("POST", path, { body: { payload: 1, signature: "0".repeat(40) } });
  expect(forged).toMatchObject({ http: 200, body: { signatureHeld: false, signedText: "1" } });
});

// covers §7: envelope, codes, unknown fields
test("bad JSON, a list, a wrong content type, an oversize body and an unknown call are refused with their codes", async () => {
  expect(code(await api.send("POST", path, { body: "{" }))).toBe("BODY_MALFORMED");
  expect(code(await api.send("POST", path, { body: "[1]" }))).toBe("BODY_MALFORMED");
  const text = await api.send("POST", path, { body: "x=1", headers: { "content-type": "text/plain" } });
  expect(text.http).toBe(415);
  expect(code(text)).toBe("CONTENT_TYPE_UNSUPPORTED");
  const large = await api.send("POST", path, { body: { payload: "x".repeat(300_000) } });
  expect(large.http).toBe(413);
  expect(code(large)).toBe("BODY_TOO_LARGE");
  expect(code(await api.send("GET", "/Nowhere"))).toBe("CALL_UNKNOWN");
  expect(code(await api.send("GET", "/TESTS/request"))).toBe("CALL_UNKNOWN");
});

// covers §7: envelope, codes, unknown fields
test("an unknown field, a wrong type and two conflicting spellings are refused with the field's name", async () => {
  const unknown = await api.call("testRequest", { extra: 1 });
  expect(unknown).toMatchObject({ http: 400, body: { error: { code: "FIELD_UNKNOWN", details: { field: "extra" } } } });
  const wrong = await api.call("testRequest", { originAgent: 5 });
  expect(wrong).toMatchObject({
    http: 400,
    body: { error: { code: "FIELD_INVALID", details: { field: "originAgent" } } },
  });
  const conflict = await api.call("testRequest", { networkId: "north", network_id: "south" });
  expect(conflict.body.error?.code).toBe("FIELDS_CONFLICT");
  const same = await api.call("testRequest", { networkId: "north", network_id: "north" });
  expect(same.http).toBe(200);
});

test("an unknown client is refused, and a network that is not the client's does not exist for it", async () => {
  const body = { payload: 1 };
  const stranger = await api.send("POST", path, {
    body: { ...body, signature: sign(body, "k") },
    headers: { "x-client": "stranger" },
  });
  expect(stranger.http).toBe(401);
  expect(code(stranger)).toBe("CLIENT_UNKNOWN");
  expect((await api.call("testRequest", {}, { network: "west" })).body.error?.code).toBe("NETWORK_UNKNOWN");
});

test("no response or header reveals the server's software, and every response has its request id", async () => {
  const response = await fetch(
    new URL("/healthz", `http://127.0.0.1:${(api.server.server.address() as { port: number }).port}`),
  );
  expect(response.headers.get("x-powered-by")).toBeNull();
  expect(response.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(shopClient.id).toBe("shop");
});

// covers §7: description (OpenAPI 3.1)
test("the description is OpenAPI 3.1, names every call, and is shown at /docs", async () => {
  const { calls } = await import("@guichet/contract/calls.ts");
  const description = await api.send("GET", "/openapi.json");
  expect(description.body.openapi).toBe("3.1.0");
  const paths = description.body.paths as Record<string, Record<string, unknown>>;
  for (const definition of Object.values(calls)) {
    expect(paths[definition.path]?.[definition.method.toLowerCase()], definition.path).toBeDefined();
  }
  expect((await api.send("GET", "/docs/")).http).toBe(200);
});

// covers §7: the description allows both spellings of a field
test("the description has every spelling that the server accepts, in bodies and in queries", async () => {
  const { calls } = await import("@guichet/contract/calls.ts");
  const { body } = await api.send("GET", "/openapi.json");
  const spelled = ["networkId", "network_id", "userId", "user_id", "oauth_client", "userToken", "signature"];
  const named = NamedSchemas.parse((body.components as { schemas: unknown }).schemas);
  for (const { method, path: at } of Object.values(calls)) {
    const call = Described.parse(body.paths)[at]?.[method.toLowerCase()];
    const content = call?.requestBody?.content ?? {};
    const inBody = Object.values(content).flatMap(({ schema }) =>
      Object.keys(named[schema.$ref.replace("#/components/schemas/", "")]?.properties ?? {}),
    );
    const names = [...inBody, ...(call?.parameters ?? []).map(({ name }) => name)];
    expect([at, spelled.filter((name) => !names.includes(name))]).toEqual([at, []]);
  }
});

test("a client with replay protection needs a fresh signed timestamp", async () => {
  const { saveClient } = await import("./client-store.ts");
  const guarded = { id: "guarded", key: "guarded-key", rights: [], replayProtection: true, networks: ["north"] };
  await saveClient(api.deps.db, guarded);
  const values = { locale: "fr" };
  const at = (ms: number) => String(Math.floor(ms / 1000));
  const ask = (timestamp: string, signed = timestamp) =>
    api.send(
      "GET",
      `/Networks/getNetworks.json?locale=fr&signature=${sign({ ...values, timestamp: signed }, guarded.key)}`,
      {
        headers: { "x-client": "guarded", "x-timestamp": timestamp },
      },
    );
  const now = api.clock.now().getTime();
  expect(code(await ask(at(now - 301_000)))).toBe("TIMESTAMP_EXPIRED");
  expect(code(await ask(at(now), at(now - 5_000)))).toBe("SIGNATURE_INVALID");
  expect(code(await ask("yesterday"))).toBe("TIMESTAMP_EXPIRED");
});

// covers §7: the test request with replay protection
test("the test request tells a client with replay protection whether its signature with timestamp is valid", async () => {
  const { saveClient } = await import("./client-store.ts");
  const guarded = { id: "careful", key: "careful-key", rights: [], replayProtection: true, networks: ["north"] };
  await saveClient(api.deps.db, guarded);
  const ask = async (timestamp: string | undefined, signedTime: string | undefined) => {
    const values = { payload: "a" };
    const signature = sign({ ...values, timestamp: signedTime }, guarded.key);
    const headers = { "x-client": "careful", ...(timestamp === undefined ? {} : { "x-timestamp": timestamp }) };
    const { body } = await api.send("POST", path, { body: { ...values, signature }, headers });
    return [body.signatureHeld, body.signatureRefusal, body.signedText];
  };
  const now = Math.floor(api.clock.now().getTime() / 1000);
  expect(await ask(`${now}`, `${now}`)).toEqual([true, null, `a*${now}`]);
  expect(await ask(`${now}`, undefined)).toEqual([false, "SIGNATURE_INVALID", `a*${now}`]);
  expect(await ask(`${now - 400}`, `${now - 400}`)).toEqual([false, "TIMESTAMP_EXPIRED", `a*${now - 400}`]);
  expect(await ask(undefined, undefined)).toEqual([false, "TIMESTAMP_EXPIRED", "a"]);
});
