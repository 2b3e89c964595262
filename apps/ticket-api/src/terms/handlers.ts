import type { TermsKind } from "@guichet/contract/network-pack.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { Answers, RoomAnswers } from "../http/call-handler.ts";
import { readTerms } from "./store.ts";

/** One legal text in the language asked for, else in the network's own. */
function textOf(kind: TermsKind): Answers["getLegalNotice"] {
  return async ({ house, network, language }) => {
    const text = await readTerms(house.db, network.id, kind, [language, ...network.definition.languages]);
    if (text === undefined) return refuse("NOT_FOUND");
    const [first = "", ...rest] = text.markdown.split("\n");
    return done({
      title: first.replace(/^#\s+/, ""),
      markdown: rest.join("\n").trim(),
      language: text.language,
      updatedOn: text.updatedOn,
    });
  };
}

export const termsAnswers: RoomAnswers<"getLegalNotice" | "getTermsOfUse" | "getPrivacyPolicy"> = {
  getLegalNotice: textOf("legal-notice"),
  getTermsOfUse: textOf("terms-of-use"),
  getPrivacyPolicy: textOf("privacy-policy"),
};
