import { TextLink } from "@guichet/ui/link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { requestContextOf } from "../request-context/request-context.ts";
import { T, useT } from "../texts/texts.tsx";

/** Loads the network's accessibility statement (French law 2005-102 art. 47, decree 2019-768; EN 301 549). */
export function loader({ context }: LoaderFunctionArgs) {
  const { accessibility, seller, name } = requestContextOf(context).network;
  return { ...accessibility, seller: seller.legalName, shop: name };
}

const defender = "https://formulaire.defenseurdesdroits.fr/";

/** The accessibility statement: conformance, audit author and date, contact, and legal remedies. */
export default function Accessibility() {
  const t = useT();
  const formats = useFormats();
  const { state, auditedOn, auditor, contact, seller, shop } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("terms.accessibility.title")}</Title>
      <PageHead title={t("terms.accessibility.title")} />
      <div className="formatted">
        <p>{t("terms.accessibility.commitment", { seller, shop })}</p>
        <h2>{t("terms.accessibility.state.title")}</h2>
        <p>{t(`terms.accessibility.state.${state}`, { shop })}</p>
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
        <p>{t("terms.accessibility.redress.text")}</p>
        <ul>
          <li>
            <TextLink href={defender}>{t("terms.accessibility.redress.form")}</TextLink>
          </li>
          <li>{t("terms.accessibility.redress.phone")}</li>
          <li>{t("terms.accessibility.redress.post")}</li>
        </ul>
      </div>
    </Page>
  );
}
