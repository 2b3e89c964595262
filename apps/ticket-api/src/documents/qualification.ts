import {
  type QualificationAnswers,
  type QualificationInput,
  type QualificationProvider,
  type QualificationRight,
  qualificationInputs,
} from "@guichet/contract/documents.ts";
import type { PackQualificationProvider } from "@guichet/contract/network-pack.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** What a right is asked by: inputs of the person's, or their civil identity with what else that takes. */
export const asksFor: Readonly<
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

/** How each input is written. */
const shapes: Readonly<Record<QualificationInput, RegExp>> = {
  numeroAllocataire: /^\d{5,8}$/,
  codePostal: /^\d{5}$/,
  identifiant: /^[\w.@+-]{4,60}$/,
  ine: /^[0-9A-Za-z]{11}$/,
  sexeEtatCivil: /^[MF]$/,
  nomCommuneNaissance: /^[\p{L}\p{M}' -]{1,80}$/u,
  codeCogInseeDepartementNaissance: /^(\d{2}|2[ABab]|9[78]\d)$/,
};

/** The providers of a network as the wire names them (§7). */
export const shownProviders = (network: LoadedNetwork): QualificationProvider[] =>
  network.definition.qualificationProviders.map(({ id, name, right }) => ({
    id,
    name,
    right,
    documentTypeIds: network.documentTypes
      .filter(({ qualifiedBy }) => qualifiedBy.some(({ provider }) => provider === id))
      .map((type) => type.id),
    ...asksFor[right],
  }));

/** What a provider is asked, read from what the person typed; the identity is added by the caller. */
export function readInputs(
  { right }: PackQualificationProvider,
  { by, consent: _, ...typed }: QualificationAnswers,
): Result<
  { by: "inputs" | "identity"; inputs: Partial<Record<QualificationInput, string>> },
  "FIELD_REQUIRED" | "FIELD_INVALID"
> {
  const asks = asksFor[right];
  const way = by ?? (asks.inputs === null ? "identity" : "inputs");
  const wanted = way === "inputs" ? asks.inputs : asks.identityInputs;
  if (wanted === null) return err("FIELD_INVALID", { field: "by" });
  const inputs: Partial<Record<QualificationInput, string>> = {};
  for (const name of qualificationInputs.filter((each) => wanted.includes(each))) {
    const value = typed[name]?.trim() ?? "";
    // The provider says itself whether an identity alone is enough for it.
    if (value === "" && way === "inputs") return err("FIELD_REQUIRED", { field: name });
    if (value !== "" && !shapes[name].test(value)) return err("FIELD_INVALID", { field: name });
    if (value !== "") inputs[name] = value;
  }
  return ok({ by: way, inputs });
}
