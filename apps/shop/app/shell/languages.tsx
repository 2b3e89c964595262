import { useLocation } from "react-router";
import { useFrame } from "./frame.tsx";
import { useShell } from "./shell.tsx";

/** Tells search engines where this place is in each language. */
export function Languages() {
  const { language } = useFrame();
  const { origin, network } = useShell();
  const { pathname } = useLocation();
  const rest = pathname === "/" ? "" : pathname;
  return (
    <>
      <link rel="canonical" href={`${origin}/${language}${rest}`} />
      {network.languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={`${origin}/${code}${rest}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${origin}${rest || "/"}`} />
    </>
  );
}
