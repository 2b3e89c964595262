import { demoQualificationToken, qualificationMagic } from "@guichet/contract/integrations/sandbox-qualification.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { documentsPack, qualificationSecrets, scan } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testPerson } from "../testing/test-people.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let home: Family;
beforeAll(async () => {
  people = await openPeopleApi({
    packs: [documentsPack(), documentsPack("south")],
    // We have no token for the network south there.
    environment: { PROVIDER_SECRETS: qualificationSecrets(["north"], demoQualificationToken) },
  });
  api = people.api;
  home = await familyOf(people, "home@example.org", ["Lou"]);
});
afterAll(() => people.close());

const typed = (input: Record<string, string>) => JSON.stringify({ consent: "yes", ...input }) as never;
const askOf = async (
  token: string,
  paperworkTypeId: string,
  qualificationProviderId: string,
  input: Record<string, string>,
  network = "north",
) =>
  api.call(
    "createPaperwork",
    { paperworkTypeId, qualificationProviderId, qualificationProviderInput: typed(input) },
    { token, network },
  );
const born = { sexeEtatCivil: "F", nomCommuneNaissance: "Amiens", codeCogInseeDepartementNaissance: "80" };
const rows = async () => {
  const found = await sql<{ text: string }>`select coalesce(json_agg(d)::text, '') as text from document d`.execute(
    api.deps.db,
  );
  return found.rows[0]?.text ?? "";
};

// covers §7: GET Networks/getQualificationValidationConfiguration
test("the providers of a network are listed with the inputs that each requires", async () => {
  const { providers } = (await api.call("getQualificationValidationConfiguration", {})).body;
  expect(providers.map(({ id, documentTypeIds, inputs }) => [id, documentTypeIds, inputs])).toEqual([
    ["quotient", ["income"], ["numeroAllocataire", "codePostal"]],
    ["work", ["income"], ["identifiant"]],
    ["studies", ["school"], ["ine"]],
    ["aah", ["income"], null],
  ]);
});

describe("a right that a provider confirms", () => {
  // covers §7: POST paperwork/createDocument
  it.each([
    ["quotient", "income", { numeroAllocataire: qualificationMagic.numeroAllocataire.entitled, codePostal: "80000" }],
    ["quotient", "income", { by: "identity", ...born }],
    ["work", "income", { identifiant: qualificationMagic.identifiant.entitled }],
    ["aah", "income", born],
    ["studies", "school", { ine: qualificationMagic.ine.entitled }],
  ])(
    "%s creates a valid document of %s with an end and without a file, and stores nothing of the input",
    async (provider, type, input) => {
      const person = await testPerson(api.deps);
      const { http, body } = await askOf(person.token, type, provider, input);
      expect([http, body.document]).toMatchObject([
        200,
        { status: "VALID", fileName: null, document_type_id: type, expired: false },
      ]);
      expect(body.document.expires_at).toMatch(/^202[67]-/);
      const stored = await rows();
      for (const value of ["1234567", "80000", "demandeur", "1234567890A", "Amiens"])
        expect(stored).not.toContain(value);
      const [needed] = (await api.call("getDocuments", {}, { token: person.token })).body.documents.filter(
        (each) => each.document_type_id === type,
      );
      expect(needed?.status).toBe("valid");
      const response = await api.call(
        "fileDownloadUrl",
        { documentId: body.document.documentId },
        { token: person.token },
      );
      expect(response.body.error?.code).toBe("NOT_FOUND");
    },
  );

  it("ends with the earlier of its own end and the type's", async () => {
    const person = await testPerson(api.deps);
    const { body } = await askOf(person.token, "school", "studies", { ine: qualificationMagic.ine.entitled });
    // The school year ends on 31 August; a certificate is valid for three months.
    expect(body.document.expires_at).toBe("2027-02-19T23:00:00.000Z");
  });
});

describe("a provider that confirms nothing", () => {
  // covers §7: POST paperwork/createDocument
  it.each([
    ["notEntitled", "QUALIFICATION_NOT_ENTITLED", 409],
    ["insufficient", "QUALIFICATION_INSUFFICIENT", 422],
    ["unknown", "QUALIFICATION_PERSON_UNKNOWN", 404],
    ["down", "QUALIFICATION_UNAVAILABLE", 503],
    ["malformed", "QUALIFICATION_UNAVAILABLE", 503],
  ] as const)("when it is %s: %s, and nothing is written", async (what, code, status) => {
    const before = await rows();
    const person = await testPerson(api.deps);
    const responses = [
      await askOf(person.token, "school", "studies", { ine: qualificationMagic.ine[what] }),
      await askOf(person.token, "income", "work", { identifiant: qualificationMagic.identifiant[what] }),
      await askOf(person.token, "income", "quotient", {
        numeroAllocataire: qualificationMagic.numeroAllocataire[what],
        codePostal: "80000",
      }),
    ];
    const named = await testPerson(api.deps, { lastName: qualificationMagic.nomNaissance[what] });
    responses.push(await askOf(named.token, "income", "aah", born));
    for (const { http, body } of responses) expect([http, body.error?.code]).toEqual([status, code]);
    expect(await rows()).toBe(before);
  });

  it("does not respond: the person waits eight seconds at most", async () => {
    const person = await testPerson(api.deps);
    const began = Date.now();
    const { body } = await askOf(person.token, "school", "studies", { ine: qualificationMagic.ine.slow });
    expect(body.error?.code).toBe("QUALIFICATION_UNAVAILABLE");
    expect(Date.now() - began).toBeLessThan(12_000);
  }, 20_000);

  it("has no token for this network", async () => {
    const person = await testPerson(api.deps, { network: "south" });
    const { body } = await askOf(person.token, "school", "studies", { ine: qualificationMagic.ine.entitled }, "south");
    expect(body.error?.code).toBe("QUALIFICATION_UNAVAILABLE");
  });

  // covers §8: documents that do not count in an order; federation data insufficient
  it("requires more than the civil identity alone", async () => {
    const person = await testPerson(api.deps);
    const { body } = await askOf(person.token, "income", "aah", { by: "identity" });
    expect(body.error?.code).toBe("QUALIFICATION_INSUFFICIENT");
  });
});

test("a provider is not asked without consent, with malformed input, or for a right that it does not confirm", async () => {
  const { ine } = qualificationMagic;
  const code = async (type: string, provider: string, input: Record<string, string>) => {
    const { error } = (await askOf(home.token, type, provider, input)).body;
    return [error?.code, error?.details?.field];
  };
  expect((await code("school", "studies", { consent: "no", ine: ine.entitled }))[0]).toBe(
    "QUALIFICATION_CONSENT_REQUIRED",
  );
  expect(await code("school", "studies", {})).toEqual(["FIELD_REQUIRED", "ine"]);
  expect(await code("school", "studies", { ine: "12&x=1" })).toEqual(["FIELD_INVALID", "ine"]);
  expect(await code("school", "studies", { by: "identity" })).toEqual(["FIELD_INVALID", "by"]);
  expect((await code("school", "work", { identifiant: "x" }))[0]).toBe("QUALIFICATION_UNKNOWN");
  expect((await code("passport", "studies", {}))[0]).toBe("DOCUMENT_TYPE_UNKNOWN");
  const other = await testPerson(api.deps);
  const values = {
    paperworkTypeId: "school",
    qualificationProviderId: "studies",
    qualificationProviderInput: typed({ ine: ine.entitled }),
    userId: home.child("Lou"),
  };
  expect((await api.call("createPaperwork", values, { token: other.token })).body.error?.code).toBe("NOT_FOUND");
});

test("an account may ask a provider a limited number of times an hour, so that numbers cannot be guessed", async () => {
  const person = await testPerson(api.deps);
  const codes: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    codes.push(
      (await askOf(person.token, "school", "studies", { ine: qualificationMagic.ine.unknown })).body.error?.code,
    );
  expect([codes[9], codes[10]]).toEqual(["QUALIFICATION_PERSON_UNKNOWN", "TOO_MANY_REQUESTS"]);
});

// covers §7: POST paperwork/createDocument
test("paperwork with a file is a draft, like any uploaded document", async () => {
  const file = { bytes: await scan(), name: "a.jpg" };
  const created = await api.call("createPaperwork", { paperworkTypeId: "school" }, { token: home.token, file });
  expect(created.body.document).toMatchObject({ status: "PENDING", fileName: "a.jpg", qualifiedBy: null });
  const none = await api.call("createPaperwork", { paperworkTypeId: "school" }, { token: home.token });
  expect(none.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "file" } });
});
