import { countries } from "@guichet/rules/countries/countries.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { requestContextOf } from "../request-context/request-context.ts";
import { T, useT } from "../texts/texts.tsx";

/** Loads the network's accessibility statement, with the law, the standard and the authority of its country. */
export function loader({ context }: LoaderFunctionArgs) {
  const { accessibility, seller, name, country } = requestContextOf(context).network;
  const { law, standard, authority } = countries[country].accessibility;
  return { ...accessibility, seller: seller.legalName, shop: name, law, standard, authority };
}

/** The accessibility statement: conformance, audit author and date, contact, and legal remedies. */
export default function Accessibility() {
  const t = useT();
  const formats = useFormats();
  const { state, auditedOn, auditor, contact, statement, seller, shop, law, standard, authority } =
    useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("terms.accessibility.title")}</Title>
      <PageHead title={t("terms.accessibility.title")} />
      <div className="formatted">
        <p>{t("terms.accessibility.commitment", { seller, shop })}</p>
        <p>
          <T id="terms.accessibility.law" values={{ law }} components={{ law: <bdi /> }} />
        </p>
        {statement !== null && (
          <p>
            <TextLink href={statement}>{t("terms.accessibility.statement", { seller })}</TextLink>
          </p>
        )}
        <h2>{t("terms.accessibility.state.title")}</h2>
        <p>{t(`terms.accessibility.state.${state}`, { shop, standard })}</p>
        <h2>{t("terms.accessibility.audit.title")}</h2>
        <p>
          {auditedOn && auditor
            ? t("terms.accessibility.audit.by", { day: formats.day(auditedOn), auditor })
            : t("terms.accessibility.audit.none")}
        </p>
        <h2>{t("terms.accessibility.contact.title")}</h2>
        <p>
          <T
            id="terms.accessibility.contact.text"
            values={{ email: contact }}
            components={{ mail: <TextLink href={`mailto:${contact}`} /> }}
          />
        </p>
        <h2>{t("terms.accessibility.redress.title")}</h2>
        <p>
          <T
            id="terms.accessibility.redress.text"
            values={{ authority: authority.name }}
            components={{ authority: <bdi /> }}
          />
        </p>
        <ul>
          <li>
            <TextLink href={authority.url}>{t("terms.accessibility.redress.form")}</TextLink>
          </li>
          {authority.phone && <li>{t("terms.accessibility.redress.phone", { phone: authority.phone })}</li>}
          {authority.post && <li>{t("terms.accessibility.redress.post", { address: authority.post })}</li>}
        </ul>
      </div>
    </Page>
  );
}
