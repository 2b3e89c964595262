import { termsKinds } from "@guichet/contract/network-pack.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { changedParagraphs } from "../catalogue/changed-paragraphs.ts";
import { useItemTitle } from "../catalogue/item-title.ts";
import { ParagraphChanges } from "../catalogue/paragraph-changes.tsx";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const kind = termsKinds.find((one) => one === params.kind);
  if (kind === undefined) throw new Response(null, { status: 404 });
  const query = ctx.url.searchParams;
  const [number, at] = [Number(query.get("number") ?? Number.NaN), query.get("at")];
  const which = { ...(Number.isInteger(number) ? { number } : {}), ...(at === null ? {} : { at }) };
  const found = await ctx.call("readLegalText", { kind, ...which }, network.id);
  if (found.ok) return { kind, found: found.value };
  // An order from before the versions were recorded.
  if (found.code === "NOT_FOUND" && at !== null) return { kind, found: null };
  throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
}

/** A version of a legal text in all its languages, with what it changed. */
export default function LegalText() {
  const t = useT();
  const network = useNetwork();
  const titleOf = useItemTitle();
  const { kind, found } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={titleOf("legal-text", kind, kind)}
      back={{ href: href("legalTexts", { network: network.id }), label: t("settings.legal-texts") }}
    >
      {found === null ? <Notice>{t("settings.version.unrecorded")}</Notice> : <Version found={found} />}
    </OfficePage>
  );
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

function Version({ found: { version, former, languages } }: { found: Found }) {
  const t = useT();
  const formats = useFormats();
  const { number, publishedAt, updatedOn, publishedBy, missing, texts } = version;
  const facts = [
    { term: t("settings.version"), value: t("settings.version.number", { number: formats.number(number) }) },
    { term: t("settings.version.published"), value: formats.shortInstant(publishedAt) },
    { term: t("settings.version.in-force"), value: formats.shortDay(updatedOn) },
    { term: t("settings.version.by"), value: <bdi>{publishedBy ?? t("settings.version.import")}</bdi> },
  ];
  const written = [...languages, ...(Object.keys(texts) as (keyof typeof texts)[])];
  return (
    <>
      <Sheet>
        <Facts facts={facts} wide />
      </Sheet>
      {missing.length > 0 && (
        <Notice tone="wait">
          {t("settings.version.missing.text", {
            languages: formats.list(missing.map((language) => formats.language(language))),
          })}
        </Notice>
      )}
      {[...new Set(written)].map((language) => {
        const text = texts[language];
        return text === undefined ? null : (
          <Written key={language} language={language} text={text} former={former?.texts[language]} />
        );
      })}
    </>
  );
}

/** The text in a language, and what differs from the version before. */
function Written({ language, text, former }: { language: string; text: string; former: string | undefined }) {
  const t = useT();
  const formats = useFormats();
  const changed = former === undefined || former === text ? [] : changedParagraphs(former, text);
  return (
    <Sheet id={`text-${language}`} title={formats.language(language)}>
      {changed.length > 0 && (
        <Disclosure
          summary={t("settings.version.changes", { count: changed.filter(({ is }) => is !== "same").length })}
        >
          <ParagraphChanges language={language} paragraphs={changed} />
        </Disclosure>
      )}
      <div lang={language} dir="auto" className="note-text small">
        {text}
      </div>
    </Sheet>
  );
}
