import type { LoaderFunctionArgs } from "react-router";
import { visitOf } from "../request-context/request-context.ts";
import { loadLegalText } from "./legal-text.server.ts";
import { LegalText } from "./legal-text.tsx";

export const loader = ({ context }: LoaderFunctionArgs) => loadLegalText(visitOf(context), "getTermsOfUse");

export default LegalText;
