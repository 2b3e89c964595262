import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../apps/ticket-api/src/testing/database.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

const command = (name: string, ...words: string[]) => runOperatorCommand(name, words, { DATABASE_URL: database.url });

// covers: clients of the Ticket API are created and bound to networks by a command
test("a client is created with a key that is printed once, and bound to a network", async () => {
  const made = await command("client", "make", "kiosk", "--right", "counter");
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await command("client", "make", "kiosk")).toMatchObject({
    code: 1,
    err: "There is a client kiosk already.",
  });
  expect(await command("client", "bind", "kiosk", "bare")).toMatchObject({
    code: 1,
    err: "There is no network bare.",
  });
  expect((await command("network", "import", "networks/bare", "--client", "kiosk")).code).toBe(0);
  expect((await command("client", "bind", "kiosk", "bare")).out).toBe("kiosk may sell for bare");
  const renewed = await command("client", "renew", "kiosk");
  expect(renewed.out).toMatch(/^[\w-]{43}$/);
  expect(renewed.out).not.toBe(made.out);
});

test("an unknown client and wrong use are reported", async () => {
  expect(await command("client", "renew", "nobody")).toMatchObject({ code: 1, err: "There is no client nobody." });
  expect((await command("client", "bind")).code).toBe(2);
  expect((await command("client", "--help")).out).toContain("client -- make <id>");
});
