import { type Call, commonFields } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hashPassword } from "../authentication/passwords.ts";
import { goodValues, placesIn, withAt } from "../testing/full-values.ts";
import { hostileOthers, hostileTexts } from "../testing/hostile-values.ts";
import { type Asking, openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { staffPassword, testStaff } from "../testing/test-staff.ts";

const names = Object.keys(calls) as CallName[];
const definitionOf = (name: CallName): Call => calls[name];
/** Fields of every call, except the token, which is sent in addition to the values. */
const commonNames = Object.keys(commonFields).filter((field) => field !== "signature" && field !== "userToken");
const askedAtOnce = 12;
/**
 * Each field gets every value before a release; otherwise a share of them, and the next field the next share, so that a call with three
 * fields gets every value (decision 165).
 */
const ownShare = inject("isThorough") ? 1 : 3;
/** Common fields are parsed in one place: each call is tested with a share of the values, all calls together with all. */
const commonShare = 8;

/** Password hashing is slow on purpose: one hash serves everyone. */
const passwordHash = hashPassword(staffPassword);

let api: TestApi;
let staff: string;
beforeAll(async () => {
  // Nothing listens there: a call's requests to other parties fail, and must fail properly.
  const environment = { SANDBOX_URL: "http://127.0.0.1:9" };
  const articles = [testArticle({ id: "single", price: 150, validity: { from: "purchase", duration: "P1D" } })];
  api = await openTestApi({ packs: [testPack({ articles })], environment });
  staff = (await testStaff(api, { north: ["admin"] })).token;
});
afterAll(() => api.close());

const named = (text: string) => [JSON.stringify(text).slice(0, 40), text] as const;

interface Attack {
  place: string;
  values: Record<string, unknown>;
}

/** One call with a hostile value in one field: of the values in its own fields and in common fields, a share each. */
function attacksOn(definition: Call, userId: string): Attack[] {
  const values = goodValues(definition, userId);
  const own = placesIn(values).filter(([field]) => field !== undefined);
  const left = Object.keys(definition.request).filter((field) => !(field in values));
  const inQuery = definition.method === "GET" || definition.method === "DELETE";
  const texts = hostileTexts.map(named);
  const hostile = inQuery || definition.upload !== undefined ? texts : [...texts, ...hostileOthers];
  const turn = names.findIndex((name) => definitionOf(name) === definition);
  const shared = (paths: (readonly string[])[], share: number) =>
    paths.map((path, at) => ({ path, hostile: hostile.filter((_, index) => (index + turn + at) % share === 0) }));
  const ownPlaces = shared([...own, ...left.map((field) => [field])], ownShare);
  const commonPlaces = shared(
    commonNames.map((field) => [field]),
    commonShare,
  );
  return [...ownPlaces, ...commonPlaces].flatMap(({ path: [field = "", ...inner], hostile }) =>
    hostile.map(([name, value]) => ({
      place: `${[field, ...inner].join(".")} = ${name}`,
      values: { ...values, [field]: withAt(values[field], inner, value) },
    })),
  );
}

describe("a value that no field allows, in every field of", () => {
  // covers §7: no value breaks a call: depth, Unicode, control characters, ranges
  it.each(names)("%s gets a response in the envelope, and breaks nothing", async (name) => {
    const definition = definitionOf(name);
    const person = await testPerson(api.deps);
    await sql`update login set password_hash = ${await passwordHash} where email = ${person.email}`.execute(
      api.deps.db,
    );
    const token = definition.session === "staff" ? staff : definition.session === "none" ? undefined : person.token;
    const attacks = attacksOn(definition, person.userId);
    const broken: string[] = [];
    const ask = async (at: number) => {
      const attack = attacks[at];
      if (attack === undefined) return;
      const asking: Asking = {
        token,
        address: `198.${18 + (at >> 16)}.${at >> 8}.${at % 256}`,
        idempotencyKey: `attack-${at}-of-this-call`,
      };
      if (definition.upload !== undefined) asking.file = { bytes: new Uint8Array([1, 2, 3]) };
      const { http, body } = await api.call(name, attack.values, asking);
      const isFile = http === 200 && definition.file !== undefined && body.bytes !== undefined;
      if (http === 500 || !(isFile || body.status === "ok" || body.status === "ko"))
        broken.push(`${attack.place}: ${http}`);
      await ask(at + askedAtOnce);
    };
    await Promise.all(Array.from({ length: askedAtOnce }, (_, first) => ask(first)));
    expect(attacks.length).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  });
});
