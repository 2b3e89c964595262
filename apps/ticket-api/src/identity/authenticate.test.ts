import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProviderWorld, type ProviderWorld } from "../testing/provider-world.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await openProviderWorld();
});
afterAll(() => world.close());

test("the first sign-in by the federation opens a complete, verified account, the next one finds it again", async () => {
  const first = await world.signIn("franceconnect", "claire");
  expect(first).toMatchObject({
    http: 200,
    body: {
      isNew: true,
      user: {
        userName: "Claire Sophie",
        userLastname: "Martin",
        userBirthday: "1985-04-12",
        userMail: "claire.martin@mail.example",
        isVerified: true,
        isComplete: true,
        verifiedAt: null,
        identities: [{ providerId: "franceconnect" }],
        synchronisedFields: ["firstName", "lastName", "birthDate"],
      },
    },
  });
  const second = await world.signIn("franceconnect", "claire");
  expect(second.body).toMatchObject({ isNew: false, user: { userId: first.body.user?.userId } });
  expect(second.body.userToken).not.toBe(first.body.userToken);
});
test("custom", async () => {
  const first = await world.signIn("realm", "camille");
  console.log(
    JSON.stringify(first.body, null, 1),
    (await sql`select * from identity`.execute(world.api.house.db)).rows,
  );
});
