import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueEmail } from "../apps/ticket-api/src/email/queue-email.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { openPeopleApi, type PeopleApi } from "../apps/ticket-api/src/testing/people-api.ts";

let people: PeopleApi;
beforeAll(async () => {
  people = await openPeopleApi();
});
afterAll(() => people.close());

const jobs = (...words: string[]) =>
  runOperatorCommand("jobs", words, { DATABASE_URL: people.api.deps.config.databaseUrl });

/** An e-mail that the mail server always refuses, as an operator finds it. */
async function failedEmail(to: string): Promise<string> {
  const { deps } = people.api;
  await deps.db.transaction().execute((tx) =>
    queueEmail(tx, deps, {
      networkId: "north",
      accountId: null,
      to,
      template: "welcome",
      language: "fr",
      values: { firstName: "Ana" },
      cause: to,
    }),
  );
  const failed = await sql<{
    id: string;
  }>`update due_work set given_up_at = now(), attempts = 20, last_error = 'EENVELOPE 550'
    where key = ${`<${to}@north.guichet>`} returning id`.execute(deps.db);
  return failed.rows[0]?.id ?? "";
}

// covers §9: given-up jobs and e-mails are reported, and retried by command
test("a failed e-mail is listed with its error and recipient, retried by its id, and sent", async () => {
  expect((await jobs("list")).out).toBe("No job was given up.");
  const id = await failedEmail("one@example.org");
  expect((await people.emails("one@example.org")).length).toBe(0);
  const listed = await jobs("list");
  expect(listed).toMatchObject({ code: 0 });
  for (const word of [id, "mail", "welcome to one@example.org", "20 failures", "EENVELOPE 550"])
    expect(listed.out).toContain(word);
  expect(await jobs("retry", id)).toEqual({ code: 0, out: "retried: 1", err: "" });
  expect(await people.emails("one@example.org")).toHaveLength(1);
});

// covers §9: given-up jobs and e-mails are reported, and retried by command
test("all jobs, or those of one kind, are retried together", async () => {
  await failedEmail("two@example.org");
  await failedEmail("three@example.org");
  expect((await jobs("retry", "--kind", "refund")).out).toBe("retried: 0");
  expect((await jobs("retry", "--kind", "mail")).out).toBe("retried: 2");
  await failedEmail("four@example.org");
  expect((await jobs("retry", "--all")).out).toBe("retried: 1");
  for (const name of ["two", "three", "four"]) expect(await people.emails(`${name}@example.org`)).toHaveLength(1);
});

// covers §9: given-up jobs and e-mails are reported, and retried by command
test("an unknown job changes nothing, wrong use shows the help", async () => {
  const id = await failedEmail("five@example.org");
  const refused = await jobs("retry", id, "00000000-0000-0000-0000-000000000000");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("nothing was changed") });
  expect((await jobs("list", "--json")).out).toContain(id);
  for (const wrong of [[], ["retry"], ["retry", id, "--all"], ["--wrong"]]) expect((await jobs(...wrong)).code).toBe(2);
  expect((await jobs("--help")).out).toContain("npm run jobs -- retry --kind");
});
