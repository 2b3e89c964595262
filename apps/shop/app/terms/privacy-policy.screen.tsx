import type { LoaderFunctionArgs } from "react-router";
import { requestContextOf } from "../request-context/request-context.ts";
import { loadLegalText } from "./legal-text.server.ts";
import { LegalText } from "./legal-text.tsx";

export const loader = ({ context }: LoaderFunctionArgs) => loadLegalText(requestContextOf(context), "getPrivacyPolicy");

export default LegalText;
