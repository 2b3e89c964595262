import { z } from "zod";
import { QualificationRight } from "../documents.ts";
import { Driver } from "../networks.ts";
import { Id } from "../values.ts";

/** Issuer URL of an OpenID provider. `sandbox:/…` is a path of the sandbox, in the demo only. */
const IssuerUrl = z
  .string()
  .max(300)
  .regex(
    /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|sandbox:)(\/[\w.~-]+)*$/i,
    "not `https://…` nor `sandbox:/…` without a slash at the end",
  );

/** An OpenID provider of `network.json`; a pack never contains the secret of a confidential client. */
export const PackProvider = z.strictObject({
  id: Id,
  driver: Driver.describe("FRANCECONNECT: the national federation; KEYCLOAK: another OpenID provider"),
  slug: z.string().min(1).max(100),
  name: z.string().min(1).max(80),
  isDefault: z.boolean().default(false),
  url: IssuerUrl.describe("The issuer; its discovery document states the rest; `sandbox:/…` in the demo"),
  client: z.string().min(1).max(200).describe("Our client id at the provider"),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .max(20)
    .optional()
    .describe("Scopes requested in addition to `openid`; absent: names, e-mail and (FRANCECONNECT) birth date"),
});
export type PackProvider = z.infer<typeof PackProvider>;

/** A provider that confirms a right without a document (decision 067). */
export const PackQualificationProvider = z.strictObject({
  id: Id,
  name: z.string().min(1).max(80),
  right: QualificationRight,
  url: IssuerUrl.describe("Address of its interface (API Particulier); `sandbox:/…` in the demo"),
});
export type PackQualificationProvider = z.infer<typeof PackQualificationProvider>;
