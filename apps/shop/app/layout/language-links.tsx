import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { useLocation } from "react-router";
import { useFrame } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";

/** Alternate-language links of the current page for search engines. */
export function Languages() {
  const { language } = useFrame();
  const { origin, network } = usePageContext();
  const { pathname } = useLocation();
  const addressIn = (code: string) => origin + withLanguagePrefix(`/${code}`, pathname);
  return (
    <>
      <link rel="canonical" href={addressIn(language)} />
      {network.languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={addressIn(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathname} />
    </>
  );
}
