import {
  type QualificationAnswers,
  type QualificationInput,
  type QualificationProvider,
  type QualificationRight,
  qualificationInputs,
} from "@guichet/contract/documents.ts";
import type { PackQualificationProvider } from "@guichet/contract/packs/pack-providers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** The inputs that each right requires: the person's own, or those needed in addition to their civil identity. */
export const inputsOfRight: Readonly<
  Record<QualificationRight, { inputs: QualificationInput[] | null; identityInputs: QualificationInput[] | null }>
> = {
  "family-quotient": {
    inputs: ["numeroAllocataire", "codePostal"],
    identityInputs: ["sexeEtatCivil", "nomCommuneNaissance", "codeCogInseeDepartementNaissance"],
  },
  "job-seeker": { inputs: ["identifiant"], identityInputs: null },
  student: { inputs: ["ine"], identityInputs: null },
  disability: {
    inputs: null,
    identityInputs: ["sexeEtatCivil", "nomCommuneNaissance", "codeCogInseeDepartementNaissance"],
  },
};

/** The format of each input. */
const inputFormats: Readonly<Record<QualificationInput, RegExp>> = {
  numeroAllocataire: /^\d{5,8}$/,
  codePostal: /^\d{5}$/,
  identifiant: /^[\w.@+-]{4,60}$/,
  ine: /^[0-9A-Za-z]{11}$/,
  sexeEtatCivil: /^[MF]$/,
  nomCommuneNaissance: /^[\p{L}\p{M}' -]{1,80}$/u,
  codeCogInseeDepartementNaissance: /^(\d{2}|2[ABab]|9[78]\d)$/,
};

/** The qualification providers of a network in the wire format (§7). */
export const qualificationProvidersOf = (network: LoadedNetwork): QualificationProvider[] =>
  network.definition.qualificationProviders.map(({ id, name, right }) => ({
    id,
    name,
    right,
    documentTypeIds: network.documentTypes
      .filter(({ qualifiedBy }) => qualifiedBy.some(({ provider }) => provider === id))
      .map((type) => type.id),
    ...inputsOfRight[right],
  }));

/** Validates the person's input for a provider; the caller adds the identity. */
export function readInputs(
  { right }: PackQualificationProvider,
  { by, consent: _, ...typed }: QualificationAnswers,
): Result<
  { by: "inputs" | "identity"; inputs: Partial<Record<QualificationInput, string>> },
  "FIELD_REQUIRED" | "FIELD_INVALID"
> {
  const required = inputsOfRight[right];
  const method = by ?? (required.inputs === null ? "identity" : "inputs");
  const expectedInputs = method === "inputs" ? required.inputs : required.identityInputs;
  if (expectedInputs === null) return err("FIELD_INVALID", { field: "by" });
  const inputs: Partial<Record<QualificationInput, string>> = {};
  for (const name of qualificationInputs.filter((each) => expectedInputs.includes(each))) {
    const value = typed[name]?.trim() ?? "";
    // The provider itself decides whether an identity alone is enough.
    if (value === "" && method === "inputs") return err("FIELD_REQUIRED", { field: name });
    if (value !== "" && !inputFormats[name].test(value)) return err("FIELD_INVALID", { field: name });
    if (value !== "") inputs[name] = value;
  }
  return ok({ by: method, inputs });
}
