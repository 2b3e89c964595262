import type { QualificationInput } from "@guichet/contract/documents.ts";
import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import type { PackQualificationProvider } from "@guichet/contract/packs/pack-providers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";

/** A request to a provider about one person. */
export interface QualificationAsked {
  by: "inputs" | "identity";
  inputs: Partial<Record<QualificationInput, string>>;
  identity: { firstName: string; lastName: string; birthDate: string | null };
  /** family-quotient: the person is entitled below this quotient; null: whatever the quotient. */
  quotientBelow: number | null;
}

/** A right that a provider has confirmed. */
export interface Vouched {
  /** The last day of validity, `YYYY-MM-DD`; null: not stated. */
  goodUntil: string | null;
  /** The provider's statement in a word or two, without any of the inputs. */
  statement: string;
}

type Refused =
  | "QUALIFICATION_INSUFFICIENT"
  | "QUALIFICATION_PERSON_UNKNOWN"
  | "QUALIFICATION_NOT_ENTITLED"
  | "QUALIFICATION_UNAVAILABLE";

/** Queries the provider of a network's pack (§7 "qualification provider"). */
export type QualificationProviders = (
  networkId: string,
  provider: PackQualificationProvider,
  asked: QualificationAsked,
) => Promise<Result<Vouched, Refused>>;

/** The national API for personal rights (API Particulier), by its paths and field names. */
export function apiParticulier(settings: {
  urlOf(url: string): { url: URL } | undefined;
  tokenOf(networkId: string, providerId: string): string | undefined;
  /** SIRET of the requesting organisation, which the API requires. */
  recipientOf(networkId: string): Promise<string | undefined>;
  log: FastifyBaseLogger;
  timeoutMs?: number;
}): QualificationProviders {
  return async (networkId, provider, asked) => {
    const base = settings.urlOf(provider.url);
    const token = settings.tokenOf(networkId, provider.id);
    if (base === undefined || token === undefined) return err("QUALIFICATION_UNAVAILABLE");
    const { path, values } = requestOf(provider, asked);
    const url = new URL(`${base.url.href.replace(/\/$/, "")}${path}`);
    for (const [name, value] of values) url.searchParams.append(name, value);
    url.searchParams.set("recipient", (await settings.recipientOf(networkId)) ?? "");
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${token}`, accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(settings.timeoutMs ?? fetchTimeoutMs),
      });
      const text = await response.text();
      if (text.length > answerMaxCharacters) return err("QUALIFICATION_UNAVAILABLE");
      return read(response.status, text, provider, asked);
    } catch (error) {
      // The request URL contains personal data: only the kind of error may reach the log.
      const name = error instanceof Error ? error.name : "unknown";
      settings.log.warn({ provider: provider.id, fault: name }, "qualification provider did not respond");
      return err("QUALIFICATION_UNAVAILABLE");
    }
  };
}

const answerMaxCharacters = 200_000;

function requestOf({ right }: PackQualificationProvider, { by, inputs, identity }: QualificationAsked) {
  if (by === "identity") {
    const path =
      right === "disability" ? "/v3/dss/allocation_adulte_handicape/identite" : "/v3/dss/quotient_familial/identite";
    return { path, values: identityValues(identity, inputs) };
  }
  const paths = {
    "family-quotient": "/api/v2/composition-familiale",
    "job-seeker": "/v3/france_travail/statut/identifiant",
    student: "/v3/mesri/statut_etudiant/ine",
    disability: "/v3/dss/allocation_adulte_handicape/identite",
  } as const;
  return { path: paths[right], values: Object.entries(inputs) };
}

const france = "99100";

function identityValues(
  { firstName, lastName, birthDate }: QualificationAsked["identity"],
  inputs: QualificationAsked["inputs"],
): [string, string][] {
  const [year, month, day] = birthDate?.split("-") ?? [];
  const born: [string, string | undefined][] = [
    ["anneeDateNaissance", year],
    ["moisDateNaissance", month === undefined ? undefined : String(Number(month))],
    ["jourDateNaissance", day === undefined ? undefined : String(Number(day))],
  ];
  return [
    ["nomNaissance", lastName],
    ...firstName
      .split(/\s+/)
      .filter((name) => name !== "")
      .map((name): [string, string] => ["prenoms[]", name]),
    ...born.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    ["codeCogInseePaysNaissance", france],
    ...Object.entries(inputs),
  ];
}

const Quotient = z.union([
  z.object({ quotientFamilial: z.number() }).transform(({ quotientFamilial }) => quotientFamilial),
  z
    .object({ data: z.object({ quotient_familial: z.object({ valeur: z.number() }) }) })
    .transform(({ data }) => data.quotient_familial.valeur),
]);
const JobSeeker = z.object({ data: z.object({ inscription: z.object({ date_fin: z.iso.date().nullish() }) }) });
const Student = z.object({
  data: z.object({ admissions: z.array(z.object({ est_inscrit: z.boolean(), date_fin: z.iso.date().nullish() })) }),
});
const Allowance = z.object({ data: z.object({ est_beneficiaire: z.boolean() }) });

function read(
  status: number,
  text: string,
  { right }: PackQualificationProvider,
  { quotientBelow }: QualificationAsked,
): Result<Vouched, Refused> {
  // 400: parameters refused (v2), 422: the identity is incomplete or ambiguous, 409: the person cannot be identified.
  if (status === 400 || status === 409 || status === 422) return err("QUALIFICATION_INSUFFICIENT");
  if (status === 404) return err("QUALIFICATION_PERSON_UNKNOWN");
  if (status !== 200) return err("QUALIFICATION_UNAVAILABLE");
  const parsed = { "family-quotient": quotient, "job-seeker": jobSeeker, student, disability }[right](
    readJson(text),
    quotientBelow,
  );
  return parsed ?? err("QUALIFICATION_UNAVAILABLE");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Reading = Result<Vouched, Refused> | undefined;
const entitled = (holds: boolean, vouched: Vouched): Result<Vouched, Refused> =>
  holds ? ok(vouched) : err("QUALIFICATION_NOT_ENTITLED");

function quotient(body: unknown, below: number | null): Reading {
  const found = Quotient.safeParse(body).data;
  return found === undefined
    ? undefined
    : entitled(below === null || found < below, { goodUntil: null, statement: "quotient" });
}

function jobSeeker(body: unknown): Reading {
  const found = JobSeeker.safeParse(body).data?.data.inscription;
  if (found === undefined) return undefined;
  return entitled((found.date_fin ?? null) === null, { goodUntil: null, statement: "registered" });
}

function student(body: unknown): Reading {
  const found = Student.safeParse(body).data?.data.admissions;
  if (found === undefined) return undefined;
  const enrolled = found.filter(({ est_inscrit }) => est_inscrit);
  const ends = enrolled.flatMap(({ date_fin }) => date_fin ?? []).toSorted();
  return entitled(enrolled.length > 0, { goodUntil: ends.at(-1) ?? null, statement: "enrolled" });
}

function disability(body: unknown): Reading {
  const found = Allowance.safeParse(body).data?.data;
  return found === undefined
    ? undefined
    : entitled(found.est_beneficiaire, { goodUntil: null, statement: "allowance" });
}
