import type { User } from "@guichet/contract/accounts.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { useFormats } from "../../formats/formats.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { useT } from "../../texts/texts.tsx";

interface SynchronisedFactsProps {
  fields: User["synchronisedFields"];
  values: { firstName: string; lastName: string; birthDate: string | null };
}

/** Read-only data that an identity provider updates at each sign-in, with a link to where it is corrected (§6). */
export function SynchronisedFacts({ fields, values }: SynchronisedFactsProps) {
  const t = useT();
  const formats = useFormats();
  const { hideBirthDate } = usePageContext().network.specific;
  if (fields.length === 0) return null;
  const { firstName, lastName, birthDate } = values;
  const facts = [];
  if (fields.includes("firstName")) facts.push({ term: t("identity.first-name"), value: <bdi>{firstName}</bdi> });
  if (fields.includes("lastName")) facts.push({ term: t("identity.last-name"), value: <bdi>{lastName}</bdi> });
  if (fields.includes("birthDate") && birthDate !== null && !hideBirthDate) {
    facts.push({ term: t("identity.birth-date"), value: formats.shortDay(birthDate) });
  }
  return (
    <>
      <Facts facts={facts} />
      <p className="small soft">{t("identity.synchronised")}</p>
    </>
  );
}
