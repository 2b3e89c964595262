import type { Language } from "@guichet/contract/locales.ts";
import type { TermsKind } from "@guichet/contract/network-pack.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handlers, ModuleHandlers } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readTerms } from "./store.ts";

/** Handler of one legal text in the requested language, else in the network's own. */
function textOf(kind: TermsKind): Handlers["getLegalNotice"] {
  return async ({ deps, network, language }) => {
    const languages = [language, ...network.definition.languages];
    const text =
      network.draftedTerms === undefined
        ? await readTerms(deps.db, network.id, kind, languages)
        : draftedTerms(network, kind, languages);
    if (text === undefined) return err("NOT_FOUND");
    const [first = "", ...rest] = text.markdown.split("\n");
    return ok({
      title: first.replace(/^#\s+/, ""),
      markdown: rest.join("\n").trim(),
      language: text.language,
      updatedOn: text.updatedOn,
    });
  };
}

/** A legal text of the draft that a preview shows, in the first of these languages that has it. */
function draftedTerms({ definition, draftedTerms }: LoadedNetwork, kind: TermsKind, languages: readonly Language[]) {
  const texts = draftedTerms?.[kind] ?? {};
  const updatedOn = definition.termsUpdatedOn[kind];
  const language = languages.find((one) => texts[one] !== undefined);
  const markdown = language && texts[language];
  return language === undefined || markdown === undefined || updatedOn === undefined
    ? undefined
    : { language, markdown, updatedOn };
}

export const termsHandlers: ModuleHandlers<"getLegalNotice" | "getTermsOfUse" | "getPrivacyPolicy"> = {
  getLegalNotice: textOf("legal-notice"),
  getTermsOfUse: textOf("terms-of-use"),
  getPrivacyPolicy: textOf("privacy-policy"),
};
