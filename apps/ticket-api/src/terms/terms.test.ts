import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";

const north = testPack();
north.terms = {
  "legal-notice": { fr: "# Mentions légales\n\nÉditeur : la régie.\n", en: "# Legal notice\n\nPublisher.\n" },
  "terms-of-use": { fr: "# Conditions\n\n## 1. Objet\n\nTout achat.\n" },
};
const south = testPack({ id: "south" });

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [north, south] });
});
afterAll(() => api.close());

// covers §2: /legal-notices, /privacy-policy, /terms-of-use
test("a legal text comes in the requested language, with its title and the day from which it applies", async () => {
  const { body } = await api.call("getLegalNotice", { lang: "en" });
  expect(body).toEqual({
    status: "ok",
    title: "Legal notice",
    markdown: "Publisher.",
    language: "en",
    updatedOn: "2026-01-05",
  });
});

test("a legal text that is missing in the language comes in the network's own, and says so", async () => {
  const { body } = await api.call("getTermsOfUse", { lang: "ar" });
  expect(body).toMatchObject({ title: "Conditions", markdown: "## 1. Objet\n\nTout achat.", language: "fr" });
});

// covers §7: GET Terms/getLegalNotice.json, getTermsOfUse.json, getPrivacyPolicy.json
test("a text that the network lacks is NOT_FOUND, though another network has it", async () => {
  expect(await api.call("getPrivacyPolicy", {})).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
  const other = await api.call("getPrivacyPolicy", {}, { network: "south" });
  expect(other.body).toMatchObject({ title: "Texte", updatedOn: "2026-03-07" });
});
