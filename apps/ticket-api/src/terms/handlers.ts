import type { TermsKind } from "@guichet/contract/network-pack.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handlers, ModuleHandlers } from "../http/call-handler.ts";
import { readTerms } from "./store.ts";

/** Handler of one legal text in the requested language, else in the network's own. */
function textOf(kind: TermsKind): Handlers["getLegalNotice"] {
  return async ({ deps, network, language }) => {
    const text = await readTerms(deps.db, network.id, kind, [language, ...network.definition.languages]);
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

export const termsHandlers: ModuleHandlers<"getLegalNotice" | "getTermsOfUse" | "getPrivacyPolicy"> = {
  getLegalNotice: textOf("legal-notice"),
  getTermsOfUse: textOf("terms-of-use"),
  getPrivacyPolicy: textOf("privacy-policy"),
};
