import { Language } from "@guichet/contract/locales.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const template = params.template ?? "";
  const list = await ctx.call("listEmails", {}, network.id);
  if (!list.ok) throw new Response(null, { status: list.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { languages } = list.value;
  const asked = Language.safeParse(ctx.url.searchParams.get("language")).data;
  const language = languages.find((one) => one === asked) ?? languages[0] ?? "fr";
  const found = await ctx.call("showEmail", { template, language }, network.id);
  if (!found.ok) throw new Response(null, { status: 404 });
  const { subject, text } = found.value;
  const title = list.value.emails.find((one) => one.template === template)?.subject ?? template;
  return { title, template, language, languages, subject, text };
}

/** An e-mail with sample values, as HTML and as text, in each language of the network. */
export default function Email() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { title, template, language, languages, subject, text } = useLoaderData<typeof loader>();
  const here = href("email", { network: network.id, template });
  const query = (one: string) => `?${new URLSearchParams({ language: one })}`;
  return (
    <OfficePage
      title={title}
      text={t("settings.email.text", { template })}
      back={{ href: href("emails", { network: network.id }), label: t("settings.emails") }}
    >
      <nav aria-label={t("settings.email.languages")}>
        <Chips label={t("settings.email.languages")}>
          {languages.map((one) => (
            <ChipLink key={one} href={here + query(one)} current={one === language}>
              {formats.language(one)}
            </ChipLink>
          ))}
        </Chips>
      </nav>
      <Sheet id="sample">
        <Stack>
          <p>
            <span className="soft small">{t("settings.email.subject")}</span>
            <br />
            <strong lang={language} dir="auto">
              {subject}
            </strong>
          </p>
          {/* Sandboxed without scripts, forms or our origin: nothing in an e-mail does anything here. */}
          <iframe
            className="email-frame"
            sandbox=""
            title={t("settings.email.frame", { subject })}
            src={href("emailHtml", { network: network.id, template }) + query(language)}
          />
          <Disclosure summary={t("settings.email.as-text")}>
            <pre lang={language} dir="auto" className="email-text small">
              {text}
            </pre>
          </Disclosure>
        </Stack>
      </Sheet>
    </OfficePage>
  );
}
