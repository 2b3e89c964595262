import sharp from "sharp";
import type { PeopleApi } from "./people-api.ts";
import { testArticle, testPack } from "./test-pack.ts";

const named = (name: string) => ({ fr: name, en: name, ar: name, it: name, es: name });

/** A pack whose articles need documents: a school certificate, an income notice, both, and the sandbox's qualification services. */
export const documentsPack = (id = "north") =>
  testPack({
    id,
    network: {
      qualificationProviders: [
        { id: "quotient", name: "CAF", right: "family-quotient", url: "sandbox:/particulier" },
        { id: "work", name: "France Travail", right: "job-seeker", url: "sandbox:/particulier" },
        { id: "studies", name: "Enseignement supérieur", right: "student", url: "sandbox:/particulier" },
        { id: "aah", name: "CAF (AAH)", right: "disability", url: "sandbox:/particulier" },
      ],
    },
    documentTypes: [
      { id: "school", name: named("School certificate"), validFor: "P3M", qualifiedBy: [{ provider: "studies" }] },
      {
        id: "income",
        name: named("Income notice"),
        qualifiedBy: [{ provider: "quotient", quotientBelow: 600 }, { provider: "work" }, { provider: "aah" }],
      },
    ],
    articles: [
      testArticle({ id: "single", price: 0 }),
      testArticle({
        id: "young",
        price: 0,
        requiredDocuments: ["school"],
        validity: { from: "purchase", duration: "P1D" },
      }),
      testArticle({ id: "solidarity", price: 0, requiredDocuments: ["school", "income"] }),
      testArticle({
        id: "later",
        price: 0,
        requiredDocuments: ["school"],
        pivot: { type: "MONTH_PIVOT", value: 20, proposals: 12 },
        validity: { from: "start", duration: "P1M" },
      }),
    ],
  });

/** The token of the sandbox's qualification services, for networks of tests. */
export const qualificationSecrets = (networks: readonly string[], token: string) =>
  JSON.stringify(
    Object.fromEntries(
      networks.flatMap((id) => ["quotient", "work", "studies", "aah"].map((provider) => [`${id}/${provider}`, token])),
    ),
  );

export const scan = (width = 60, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: { r: 240, g: 240, b: 235 } } })
    .jpeg()
    .toBuffer();

/** Uploads a document of a traveller and a type. */
export const sendDocument = async (
  { api }: Pick<PeopleApi, "api">,
  token: string,
  values: { document_type?: string; user_id?: string } = {},
  file: { bytes?: Uint8Array; name?: string; network?: string } = {},
) =>
  api.call(
    "uploadDocument",
    { document_type: "school", ...values },
    {
      token,
      network: file.network,
      file: { bytes: file.bytes ?? (await scan()), name: file.name ?? "notice.jpg", type: "image/jpeg" },
    },
  );
