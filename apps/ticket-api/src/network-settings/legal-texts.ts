import type { Language } from "@guichet/contract/locales.ts";
import type {
  LegalTextVersion,
  listLegalTexts,
  readLegalText,
} from "@guichet/contract/office/catalogue/network-settings.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Handler } from "../http/call-handler.ts";
import { readVersions, type TermsVersion } from "../terms/version-store.ts";

export const listLegalTextsHandler: Handler<typeof listLegalTexts> = async ({ deps, network }) => {
  const versions = await readVersions(deps.db, network.id);
  return ok({ versions: versions.map((version) => versionIn(version, network.definition.languages)) });
};

export const readLegalTextHandler: Handler<typeof readLegalText> = async ({ deps, network, request }) => {
  const { languages } = network.definition;
  const at = request.at === undefined ? undefined : new Date(request.at).toISOString();
  const versions = (await readVersions(deps.db, network.id)).filter(({ kind }) => kind === request.kind);
  const index = versions.findIndex(
    ({ number, publishedAt }) =>
      (request.number === undefined || number === request.number) && (at === undefined || publishedAt <= at),
  );
  const version = versions[index];
  const former = versions[index + 1];
  if (version === undefined) return err("NOT_FOUND");
  return ok({
    version: { ...versionIn(version, languages), texts: version.texts },
    former: former === undefined ? null : { number: former.number, texts: former.texts },
    languages,
  });
};

const versionIn = ({ texts, ...version }: TermsVersion, languages: readonly Language[]): LegalTextVersion => ({
  ...version,
  missing: languages.filter((language) => texts[language] === undefined),
});
